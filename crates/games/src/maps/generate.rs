//! Random maps that hang together.

use fogreel_engine::{CellSet, Chance, ConfigError, MapGenerator, Owner, Size, nearest};

use super::{CellMap, MAX_SIDE};

/// How generated maps are named.
pub(crate) const GENERATOR: MapGenerator = MapGenerator {
    prefix: "gen:",
    example: "gen:width=10,height=10,walls=18,seed=1",
    summary: "drawn at random, connected; every part may be left out",
};

/// Draws a map from a description such as the example of [`GENERATOR`]: each cell is a wall with that chance in percent, and floor that
/// is cut off from the largest region becomes wall, so that the rest is connected.
///
/// # Errors
/// [`ConfigError::Invalid`] if the description is not of that form.
pub(crate) fn generate(name: &str) -> Result<CellMap, ConfigError> {
    let plan = GeneratorPlan::parse(name, GeneratorPlan { width: 10, height: 10, walls: 18, seed: 1 })?;
    let size = Size::new(plan.height as u16, plan.width as u16);
    Ok(plan.draw(size, &mut Chance::new(plan.seed, Owner::Nature)))
}

/// What a description asks for.
pub(crate) struct GeneratorPlan {
    pub(crate) width: u64,
    pub(crate) height: u64,
    /// Chance of a wall, in percent.
    pub(crate) walls: u64,
    pub(crate) seed: u64,
}

impl GeneratorPlan {
    /// A map of that size: walls at random, and what is cut off from the largest region.
    pub(crate) fn draw(&self, size: Size, chance: &mut Chance) -> CellMap {
        let mut map = CellMap { size, walls: CellSet::new(size), marks: Vec::new() };
        for cell in size.iter() {
            if chance.below("map", 100) < self.walls {
                map.walls.insert(cell);
            }
        }
        keep_largest_region(&mut map);
        map
    }

    /// Reads a description such as the example of [`GENERATOR`]; what it leaves out is as in `plan`.
    ///
    /// # Errors
    /// [`ConfigError::Invalid`] if it is not of that form.
    pub(crate) fn parse(name: &str, mut plan: Self) -> Result<Self, ConfigError> {
        let wrong = |why: String| ConfigError::invalid(format!("map `{name}`"), why);
        let parts =
            name.strip_prefix(GENERATOR.prefix).ok_or_else(|| wrong(format!("expected {}", GENERATOR.example)))?;
        for part in parts.split(',').filter(|part| !part.is_empty()) {
            let (key, value) =
                part.split_once('=').ok_or_else(|| wrong(format!("expected KEY=NUMBER, found `{part}`")))?;
            let (place, least, most) = match key {
                "width" => (&mut plan.width, 1, MAX_SIDE as u64),
                "height" => (&mut plan.height, 1, MAX_SIDE as u64),
                "walls" => (&mut plan.walls, 0, 40),
                "seed" => (&mut plan.seed, 0, u64::MAX),
                _ => {
                    let meant = nearest(key, ["width", "height", "walls", "seed"]);
                    let meant = meant.map(|key| format!(" (did you mean `{key}`?)")).unwrap_or_default();
                    return Err(wrong(format!("`{key}` is none of width, height, walls, seed{meant}")));
                }
            };
            *place = value.parse().ok().filter(|number| (least..=most).contains(number)).ok_or_else(|| {
                wrong(format!("`{key}` must be a whole number from {least} to {most}, found `{value}`"))
            })?;
        }
        Ok(plan)
    }
}

fn keep_largest_region(map: &mut CellMap) {
    let mut region_of: Vec<Option<usize>> = vec![None; map.size.cells()];
    let mut sizes = Vec::new();
    for start in map.size.iter() {
        if map.walls.contains(start) || region_of[map.size.index(start)].is_some() {
            continue;
        }
        let region = sizes.len();
        let mut open = vec![start];
        region_of[map.size.index(start)] = Some(region);
        let mut cells = 0;
        while let Some(cell) = open.pop() {
            cells += 1;
            for next in map.size.neighbours(cell).filter(|next| !map.walls.contains(*next)) {
                let entry = &mut region_of[map.size.index(next)];
                if entry.is_none() {
                    *entry = Some(region);
                    open.push(next);
                }
            }
        }
        sizes.push(cells);
    }
    // The first of several largest regions, so that the choice is the same everywhere.
    let largest = sizes.iter().copied().max().and_then(|most| sizes.iter().position(|size| *size == most));
    for cell in map.size.iter() {
        if region_of[map.size.index(cell)] != largest {
            map.walls.insert(cell);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generated_maps_hang_together_and_repeat() {
        for seed in 0..30 {
            let name = format!("gen:width=23,height=9,walls={},seed={seed}", seed % 40);
            let map = generate(&name).expect("a map");
            assert_eq!(generate(&name), Ok(map.clone()));
            assert_eq!(map.size, Size::new(9, 23));
            let mut again = map.clone();
            keep_largest_region(&mut again);
            assert_eq!(again, map, "nothing is cut off any more");
        }
    }

    #[test]
    fn wrong_descriptions_say_what_is_wrong() {
        let error = |name: &str| generate(name).expect_err("no map").to_string();
        assert!(error("gen:widht=3").contains("did you mean `width`?"));
        assert!(error("gen:width=0").contains("from 1 to 1024"));
        assert!(error("gen:walls=90").contains("from 0 to 40"));
        assert!(error("gen:width").contains("KEY=NUMBER"));
        assert!(generate("gen:").is_ok(), "every part may be left out");
    }
}
