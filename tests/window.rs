//! A real window on a virtual display. Needs Xvfb, xdotool and software GL; without them the test says so and passes,
//! unless FOGREEL_REQUIRE_WINDOW is set, as it is where changes are checked.
