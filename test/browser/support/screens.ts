/** From the smallest phone to the largest desktop, including phones in landscape and low laptops. */
export const SCREENS = [
  [320, 568],
  [340, 740],
  [360, 640],
  [360, 800],
  [390, 664],
  [390, 844],
  [600, 900],
  [740, 360],
  [768, 1024],
  [900, 600],
  [1024, 768],
  [1280, 720],
  [1366, 657],
  [1440, 900],
  [1920, 1080],
  [2560, 1440],
].map(([width = 0, height = 0]) => ({ width, height }));
