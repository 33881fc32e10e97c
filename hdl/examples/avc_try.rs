fn main() {
    let all = spec::avc::PRESETS.iter().map(|p| p.parameters).chain(
        [(2048usize, 8usize), (1024, 4), (2560, 5)].map(|(c, w)| {
            spec::AnyParameters::AvcCache(spec::avc::AvcCacheParameters::new(c, w).unwrap())
        }),
    );
    for parameters in all {
        let hardware = hdl::units::build(&parameters);
        let provenance = hdl::emit::Provenance {
            unit: "avc".into(),
            preset: "x".into(),
            command: "x".into(),
        };
        match hdl::emit::emit(hardware.block(), &provenance, &Default::default()) {
            Ok(design) => {
                for m in &design.modules {
                    let dir = format!("/tmp/avc-try/{}", design.top);
                    std::fs::create_dir_all(&dir).unwrap();
                    std::fs::write(format!("{dir}/{}", m.file_name), &m.text).unwrap();
                }
            }
            Err(e) => println!("{parameters:?}: {e}"),
        }
    }
}
