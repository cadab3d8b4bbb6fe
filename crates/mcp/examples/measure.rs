use kitsune_client::{Launcher, Settings};
use kitsune_mcp::{Options, serve};
fn main() {
    let settings = Settings::read(|name| std::env::var_os(name)).unwrap();
    let launcher = Launcher { program: std::env::var_os("BRIDGE").unwrap_or("/nowhere".into()).into(), args: vec![] };
    let options = Options::read(|name| std::env::var_os(name), settings, launcher, "1+x".into(), std::env::current_dir().unwrap()).unwrap();
    let rt = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    rt.block_on(serve(options)).unwrap();
}
