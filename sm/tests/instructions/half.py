#!/usr/bin/env python3
"""Writes half.txt: rows for 16-bit floating-point instructions, in exact fractions rounded once.

Nothing here is shared with warploom: numbers are taken apart by Python's integers, computed as fractions.Fraction, and
rounded by search among the format's numbers. Where binary16 is concerned, struct's 'e' is asked too.

    python3 sm/tests/instructions/half.py > sm/tests/instructions/half.txt
"""

import bisect
import random
import struct
from fractions import Fraction

RANDOM = random.Random(30)
NAN = 0x7FFF


class Format:
    def __init__(self, name, exponent_bits, fraction_bits):
        self.name, self.fraction_bits = name, fraction_bits
        self.infinity = ((1 << exponent_bits) - 1) << fraction_bits
        self.one = ((1 << (exponent_bits - 1)) - 1) << fraction_bits
        self.bias = (1 << (exponent_bits - 1)) - 1
        # Values of all magnitudes in order; the one behind the greatest is where rounding overflows.
        self.values = [self.magnitude(bits) for bits in range(self.infinity + 1)]

    def magnitude(self, bits):
        field, fraction = bits >> self.fraction_bits, bits & ((1 << self.fraction_bits) - 1)
        scale = Fraction(2) ** (max(field, 1) - self.bias - self.fraction_bits)
        return (fraction + ((1 << self.fraction_bits) if field else 0)) * scale

    def is_nan(self, bits):
        return bits & 0x7FFF > self.infinity

    def is_infinite(self, bits):
        return bits & 0x7FFF == self.infinity

    def value(self, bits):
        """A Fraction, or a float for what is none."""
        if self.is_nan(bits):
            return float("nan")
        if self.is_infinite(bits):
            return float("-inf" if bits >> 15 else "inf")
        return self.magnitude(bits & 0x7FFF) * (-1 if bits >> 15 else 1)

    def round(self, value, negative_zero=False, rounding="rn"):
        """The bits nearest to a value, in the direction asked."""
        if isinstance(value, float):
            if value != value:
                return NAN
            return self.infinity | (0x8000 if value < 0 else 0)
        if value == 0:
            return 0x8000 if negative_zero else 0
        sign, magnitude = (0x8000, -value) if value < 0 else (0, value)
        above = bisect.bisect_left(self.values, magnitude)
        if above <= self.infinity and above < len(self.values) and self.values[above] == magnitude and above < self.infinity:
            return sign | above
        above = min(above, self.infinity)
        below = above - 1
        if rounding == "rz":
            return sign | below
        if rounding == "rm":
            return sign | (above if sign else below)
        if rounding == "rp":
            return sign | (below if sign else above)
        # self.values[infinity] is the power of two where the format would go on.
        low, high = magnitude - self.values[below], self.values[above] - magnitude
        if low == high:
            return sign | (below if below % 2 == 0 else above)
        return sign | (below if low < high else above)


F16, BF16 = Format("f16", 5, 10), Format("bf16", 8, 7)


def is_float(*values):
    return any(isinstance(value, float) for value in values)


def add(f, a, b):
    x, y = f.value(a), f.value(b)
    if is_float(x, y):
        return f.round(float(x) + float(y)) if is_float(x) and is_float(y) else f.round(x if is_float(x) else y)
    # A sum of zeros is -0 only when both are.
    return f.round(x + y, bool(a >> 15 and b >> 15))


def mul(f, a, b):
    x, y = f.value(a), f.value(b)
    negative = bool((a ^ b) >> 15)
    if is_float(x, y):
        if x != x or y != y or x == 0 or y == 0:
            return NAN
        return f.infinity | (0x8000 if negative else 0)
    return f.round(x * y, negative)


def fma(f, a, b, c):
    x, y, z = f.value(a), f.value(b), f.value(c)
    if is_float(x, y):
        product = f.value(mul(f, a, b))
        if product != product or z != z or (is_float(z) and z != product):
            return NAN
        return f.round(product)
    if is_float(z):
        return f.round(z)
    negative = bool((a ^ b) >> 15)
    zero = x * y == 0 and negative and bool(c >> 15)
    return f.round(x * y + z, zero)


def minmax(f, a, b, largest, nan):
    if f.is_nan(a) and f.is_nan(b):
        return NAN
    if f.is_nan(a) or f.is_nan(b):
        return NAN if nan else (b if f.is_nan(a) else a)
    key = lambda bits: (float(f.value(bits)), 0 if bits >> 15 else 1)
    return max(a, b, key=key) if largest else min(a, b, key=key)


def sat(f, bits):
    if f.is_nan(bits) or bits >> 15:
        return 0
    return min(bits, f.one)


def relu(f, bits):
    return 0 if bits >> 15 and not f.is_nan(bits) else bits


def flush(f, bits):
    return bits & 0x8000 if bits & f.infinity == 0 else bits


COMPARISONS = {
    "eq": lambda x, y: x == y, "ne": lambda x, y: x != y and x == x and y == y,
    "lt": lambda x, y: x < y, "le": lambda x, y: x <= y, "gt": lambda x, y: x > y, "ge": lambda x, y: x >= y,
    "equ": lambda x, y: not (x < y or x > y), "neu": lambda x, y: x != y,
    "ltu": lambda x, y: not x >= y, "leu": lambda x, y: not x > y,
    "gtu": lambda x, y: not x <= y, "geu": lambda x, y: not x < y,
    "num": lambda x, y: x == x and y == y, "nan": lambda x, y: x != x or y != y,
}


def compare(f, name, a, b):
    return COMPARISONS[name](float(f.value(a)), float(f.value(b)))


def edges(f):
    return [0, 0x8000, 1, 0x8001, f.one, f.one | 0x8000, f.one + 1, f.infinity - 1, f.infinity, f.infinity | 0x8000,
            (1 << f.fraction_bits) - 1, 1 << f.fraction_bits, NAN, f.infinity + 1]


def some(f):
    """A number: any, or one near to 1, where sums and products round most."""
    if RANDOM.random() < 0.3:
        return RANDOM.choice(edges(f))
    if RANDOM.random() < 0.5:
        return RANDOM.getrandbits(16)
    span = 6 << f.fraction_bits
    return (f.one + RANDOM.randrange(-span, span)) | (RANDOM.getrandbits(1) << 15)


def near(f, a, b):
    """An addend as large as the product of two numbers, more or less: fused or not then makes a difference."""
    if RANDOM.random() < 0.4:
        return some(f)
    product = mul(f, a, b)
    return (product ^ 0x8000) + RANDOM.choice([0, 0, 1, -1, 2]) & 0xFFFF


def hexadecimal(bits, digits=4):
    return f"0x{bits:0{digits}x}"


def rows(form, cases):
    print(form)
    for operands, results in cases:
        print("    " + " ".join(operands), "=", " ".join(results))


def one(code, f, arity, function, count=24):
    """A form of one number, and the same packed."""
    cases = []
    for _ in range(count):
        operands = [some(f) for _ in range(arity)]
        if arity == 3:
            operands[2] = near(f, *operands[:2])
        cases.append((operands, function(*operands)))
    names = ", ".join(["%d", "%a", "%b", "%c"][:arity + 1])
    rows(f"{code}{f.name} {names} : {f.name} = {' '.join([f.name] * arity)}",
         [([hexadecimal(x) for x in operands], [hexadecimal(result)]) for operands, result in cases])
    if code.startswith(("tanh", "ex2")):
        return
    packed = []
    for low, high in zip(cases[::2], cases[1::2]):
        pair = lambda low, high: hexadecimal(low | high << 16, 8)
        packed.append(([pair(*both) for both in zip(low[0], high[0])], [pair(low[1], high[1])]))
    rows(f"{code}{f.name}x2 {names} : {f.name}x2 = {' '.join([f.name + 'x2'] * arity)}", packed)


def arithmetic(f):
    neg = lambda x: x ^ 0x8000
    sub = lambda x, y: NAN if f.is_nan(y) else add(f, x, neg(y))
    one("add.", f, 2, lambda x, y: add(f, x, y))
    one("sub.", f, 2, sub)
    one("mul.rn.", f, 2, lambda x, y: mul(f, x, y))
    one("fma.rn.", f, 3, lambda x, y, z: fma(f, x, y, z), 60)
    one("fma.rn.relu.", f, 3, lambda x, y, z: relu(f, fma(f, x, y, z)))
    one("neg.", f, 1, neg, 8)
    one("abs.", f, 1, lambda x: x & 0x7FFF, 8)
    for name, largest in (("min", False), ("max", True)):
        one(f"{name}.", f, 2, lambda x, y: minmax(f, x, y, largest, False))
        one(f"{name}.NaN.", f, 2, lambda x, y: minmax(f, x, y, largest, True))
    if f is BF16:
        return
    one("add.sat.", f, 2, lambda x, y: sat(f, add(f, x, y)))
    one("mul.sat.", f, 2, lambda x, y: sat(f, mul(f, x, y)))
    one("fma.rn.sat.", f, 3, lambda x, y, z: sat(f, fma(f, x, y, z)))
    one("sub.ftz.", f, 2, lambda x, y: flush(f, NAN if f.is_nan(y) else add(f, flush(f, x), neg(flush(f, y)))))
    one("fma.rn.ftz.", f, 3, lambda x, y, z: flush(f, fma(f, flush(f, x), flush(f, y), flush(f, z))))
    one("max.ftz.", f, 2, lambda x, y: minmax(f, flush(f, x), flush(f, y), True, False))


def comparisons(f):
    pairs = [(some(f), some(f)) for _ in range(5)] + [(f.one, f.one), (0, 0x8000), (NAN, f.one)]
    word = lambda truth: "true" if truth else "false"
    for name in COMPARISONS:
        rows(f"setp.{name}.{f.name} %d|%e, %a, %b : pred pred = {f.name} {f.name}",
             [([hexadecimal(a), hexadecimal(b)], [word(compare(f, name, a, b)), word(not compare(f, name, a, b))])
              for a, b in pairs])
    both = list(zip(pairs[::2], pairs[1::2]))
    pack = lambda a, b: [hexadecimal(a[0] | b[0] << 16, 8), hexadecimal(a[1] | b[1] << 16, 8)]
    rows(f"setp.lt.and.{f.name}x2 %d|%e, %a, %b, %c : pred pred = {f.name}x2 {f.name}x2 pred",
         [(pack(a, b) + [word(c)], [word(compare(f, "lt", *a) and c), word(compare(f, "lt", *b) and c)])
          for a, b in both for c in (True, False)])
    values = lambda name, yes, a: yes if compare(f, name, *a) else 0
    rows(f"set.ge.{f.name}.{f.name} %d, %a, %b : {f.name} = {f.name} {f.name}",
         [([hexadecimal(x) for x in a], [hexadecimal(values("ge", f.one, a))]) for a in pairs])
    rows(f"set.ltu.u32.{f.name} %d, %a, %b : u32 = {f.name} {f.name}",
         [([hexadecimal(x) for x in a], [hexadecimal(values("ltu", 0xFFFFFFFF, a), 8)]) for a in pairs])
    for kind, yes in ((f"{f.name}x2", f.one), ("u32", 0xFFFF)):
        rows(f"set.neu.{kind}.{f.name}x2 %d, %a, %b : {kind} = {f.name}x2 {f.name}x2",
             [(pack(a, b), [hexadecimal(values("neu", yes, a) | values("neu", yes, b) << 16, 8)]) for a, b in both])


def single(value):
    return struct.unpack("<I", struct.pack("<f", value))[0]


def of_single(bits):
    """The value of an f32: a Fraction, or a float."""
    value = struct.unpack("<f", struct.pack("<I", bits))[0]
    return Fraction(value) if value == value and abs(value) != float("inf") else value


def singles(f):
    """Numbers of 32 bits that lie on, between and beyond the format's."""
    found = [0, 0x80000000, 0x7F800000, 0xFF800000, 0x7FC00000, 0x3F800000, 0x477FF000, 0x477FEFFF, 0x7F7FFFFF, 0x33000000,
             0x33000001, 0x00400000, 1]
    for _ in range(24):
        value = f.value(some(f))
        bits = single(float(value)) if not is_float(value) else 0x3F801000
        found.append((bits + RANDOM.choice([0, 1, -1, 1 << 12, 1 << 15, 0x8000 + 1, 0x1000 - 1])) & 0xFFFFFFFF)
    return found


def conversions(f):
    ones = singles(f)
    negative = lambda bits: bool(bits >> 31)
    down = lambda bits, rounding: f.round(of_single(bits), negative(bits), rounding)
    for rounding in ("rn", "rz", "rm", "rp") if f is F16 else ("rn", "rz"):
        rows(f"cvt.{rounding}.{f.name}.f32 %d, %a : {f.name} = f32",
             [([hexadecimal(x, 8)], [hexadecimal(down(x, rounding))]) for x in ones])
    for rounding in ("rn", "rz"):
        rows(f"cvt.{rounding}.relu.{f.name}.f32 %d, %a : {f.name} = f32",
             [([hexadecimal(x, 8)], [hexadecimal(relu(f, down(x, rounding)))]) for x in ones])
        rows(f"cvt.{rounding}.{f.name}x2.f32 %d, %a, %b : {f.name}x2 = f32 f32",
             [([hexadecimal(x, 8), hexadecimal(y, 8)], [hexadecimal(down(x, rounding) << 16 | down(y, rounding), 8)])
              for x, y in zip(ones[::2], ones[1::2])])
    if f is F16:
        rows(f"cvt.rn.sat.{f.name}.f32 %d, %a : {f.name} = f32",
             [([hexadecimal(x, 8)], [hexadecimal(sat(f, down(x, "rn")))]) for x in ones])
    numbers = [x for x in edges(f) + [some(f) for _ in range(12)]]
    up = lambda x: 0x7FFFFFFF if f.is_nan(x) else single(float(f.value(x))) | (x >> 15) << 31
    rows(f"cvt.f32.{f.name} %d, %a : f32 = {f.name}", [([hexadecimal(x)], [hexadecimal(up(x), 8)]) for x in numbers])
    whole = [0, 1, -1, 2047, 2049, -4097, 65519, 65520, 100001, 2147483647, -2147483648] + [
        RANDOM.randrange(-1 << 20, 1 << 20) for _ in range(8)]
    for rounding in ("rn", "rz", "rm", "rp"):
        rows(f"cvt.{rounding}.{f.name}.s32 %d, %a : {f.name} = s32",
             [([str(x)], [hexadecimal(f.round(Fraction(x), False, rounding))]) for x in whole])
        integral = {"rn": lambda v: round(v), "rz": int, "rm": lambda v: v.__floor__(), "rp": lambda v: v.__ceil__()}[rounding]
        cut = lambda x: 0 if f.is_nan(x) else max(-1 << 31, min((1 << 31) - 1, (
            (-1 << 40 if x >> 15 else 1 << 40) if f.is_infinite(x) else integral(f.value(x)))))
        rows(f"cvt.{rounding}i.s32.{f.name} %d, %a : s32 = {f.name}", [([hexadecimal(x)], [str(cut(x))]) for x in numbers])
    wide = lambda value: hexadecimal(struct.unpack("<Q", struct.pack("<d", value))[0], 16)
    doubles = [1.0, -2.5, 1 / 3, 65519.999999999, 65520.0, 1e-8, 2 ** -25, 2 ** -25 * 1.0000001, -0.0, 3.0e38]
    rows(f"cvt.rn.{f.name}.f64 %d, %a : {f.name} = f64",
         [([wide(x)], [hexadecimal(f.round(Fraction(x), str(x)[0] == "-"))]) for x in doubles])


def between():
    for source, target in ((F16, BF16), (BF16, F16)):
        numbers = edges(source) + [some(source) for _ in range(12)]
        rows(f"cvt.rn.{target.name}.{source.name} %d, %a : {target.name} = {source.name}",
             [([hexadecimal(x)], [hexadecimal(target.round(source.value(x), bool(x >> 15)))]) for x in numbers])


def approximations():
    import math
    for f in (F16, BF16):
        ftz = "" if f is F16 else "ftz."
        for name, function in (("ex2.approx.", lambda v: 2.0 ** v), ("tanh.approx.", math.tanh)):
            numbers = [f.one, f.one | 0x8000, 0, (f.one - (1 << f.fraction_bits)), f.one + 17, 0x8000 | f.one + 99]
            results = [f.round(Fraction(function(float(f.value(x))))) for x in numbers]
            middle = ftz if name.startswith("ex2") else ""
            rows(f"{name}{middle}{f.name} %d, %a : {f.name} = {f.name} within 1",
                 [([hexadecimal(x)], [hexadecimal(y)]) for x, y in zip(numbers, results)])


def atomics(f):
    cases = [(some(f), some(f)) for _ in range(8)]
    rows(f"st.global.b16 [%m], %a; atom.global.add.noftz.{f.name} %d, [%m], %b; ld.global.b16 %e, [%m] "
         f": b16 b16 = b16 b16",
         [([hexadecimal(a), hexadecimal(b)], [hexadecimal(a), hexadecimal(add(f, a, b))]) for a, b in cases])
    pairs = list(zip(cases[::2], cases[1::2]))
    rows(f"st.shared.b32 [%s], %a; red.shared.add.noftz.{f.name}x2 [%s], %b; ld.shared.b32 %d, [%s] : b32 = b32 b32",
         [([hexadecimal(p[0] | q[0] << 16, 8), hexadecimal(p[1] | q[1] << 16, 8)],
           [hexadecimal(add(f, *p) | add(f, *q) << 16, 8)]) for p, q in pairs])


def check_against_struct():
    """Python's own binary16 agrees on what 20,000 numbers round to."""
    for _ in range(20000):
        value = Fraction(RANDOM.getrandbits(40), 1 << RANDOM.randrange(20, 70))
        if value < 65520:
            assert struct.unpack("<H", struct.pack("<e", float(value)))[0] == F16.round(Fraction(float(value)))


if __name__ == "__main__":
    check_against_struct()
    print("# Made by half.py from exact fractions; PTX ISA 9.7.4, 9.7.7, 9.7.9.22, 9.7.13.5.")
    for format_ in (F16, BF16):
        arithmetic(format_)
        comparisons(format_)
        conversions(format_)
        atomics(format_)
    between()
    approximations()
