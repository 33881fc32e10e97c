//! How fast kernels run cycle by cycle: `cargo run --release -p sm --example timed_rate -- FILE...`

use sm::bench::timed_rate;
use sm::host::Session;
use spec::Scheme;
use std::error::Error;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    for path in std::env::args().skip(1) {
        let session = Session::open(Path::new(&path))?;
        for scheme in Scheme::ALL {
            let rate = timed_rate(&session, scheme, sm::bench::Observers::Off)?;
            println!("{path} {scheme}: {:.0} k warp instructions/s", rate / 1e3);
        }
    }
    Ok(())
}
