//! What a unit's block has at its border is what its contract says.

use spec::PRESETS;

#[test]
fn ports_are_those_of_the_contract() {
    for preset in PRESETS {
        let unit = hdl::units::build(&preset.parameters);
        let of_block = |ports: Vec<hdl::ports::Port>| -> Vec<(String, usize)> {
            { ports.into_iter() }
                .map(|port| (port.name, port.width))
                .collect()
        };
        let of_contract = |ports: Vec<spec::ports::Port>| -> Vec<(String, usize)> {
            { ports.into_iter() }
                .map(|port| (port.name, port.width))
                .collect()
        };
        let place = format!("{} {}", preset.unit, preset.name);
        assert_eq!(
            of_block(unit.inputs()),
            of_contract(preset.parameters.inputs()),
            "inputs of {place}"
        );
        assert_eq!(
            of_block(unit.outputs()),
            of_contract(preset.parameters.outputs()),
            "outputs of {place}"
        );
    }
}
