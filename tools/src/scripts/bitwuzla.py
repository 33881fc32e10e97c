# Acts as the program bitwuzla, with the Python module: --version, or a file to answer.
import sys

import bitwuzla

if sys.argv[1:] == ["--version"]:
    print("bitwuzla")
    sys.exit(0)
options = bitwuzla.Options()
options.set(bitwuzla.Option.PRODUCE_MODELS, True)
parser = bitwuzla.Parser(bitwuzla.TermManager(), options)
parser.parse(sys.argv[1])
