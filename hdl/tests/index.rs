//! Indices of elaborated code: their text, their width.

use hdl::elaborate::Index;
use rust_hdl::core::ast::VerilogExpression;

fn text(index: Index) -> String {
    index.text().unwrap()
}

#[test]
fn names_keep_the_arithmetic_of_the_source() {
    let i = || Index::of_loop("i", 8);
    let j = || Index::of_loop("j", 4);
    let k = Index::constant;
    assert_eq!(text(i() + k(1)), "i+1");
    assert_eq!(text(k(7) - i()), "7-i");
    assert_eq!(text(k(7) - (i() - k(1))), "7-(i-1)");
    assert_eq!(text(i() * k(4) + j()), "i*4+j");
    assert_eq!(text((i() + j()) * k(4)), "(i+j)*4");
    assert_eq!(text(i() * k(1) + k(0)), "i");
    assert_eq!(text(k(3) * k(4) - k(2)), "10");
}

#[test]
fn a_dynamic_index_grows_with_its_arithmetic() {
    let select = || Index::dynamic(VerilogExpression::Signal("select".to_owned()), 3);
    assert_eq!(select().width(), 3);
    assert_eq!((select() + Index::constant(1)).width(), 4);
    assert_eq!((select() * Index::constant(8)).width(), 6);
    assert_eq!((select() * Index::constant(0)).known(), Some(0));
    assert_eq!(select().text(), None);
}
