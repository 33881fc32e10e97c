fn main() {
    let args: Vec<String> = std::env::args().collect();
    let mut options = hdl::emit::Options::default();
    if args.get(2).is_some_and(|a| a == "sv") {
        options.dialect = hdl::emit::Dialect::SystemVerilog;
    }
    let out = args.get(3).cloned();
    for preset in spec::PRESETS {
        let c = spec::Configuration::of_preset(preset);
        if c.directory() != args[1] {
            continue;
        }
        let design = hdl::units::emit(&c, &options).unwrap_or_else(|e| panic!("{e}"));
        for m in &design.modules {
            match &out {
                Some(o) => {
                    std::fs::create_dir_all(o).unwrap();
                    std::fs::write(format!("{o}/{}", m.file_name), &m.text).unwrap();
                }
                None => println!("{}", m.text),
            }
        }
    }
}
