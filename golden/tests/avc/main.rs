mod cache_properties;
mod play;
