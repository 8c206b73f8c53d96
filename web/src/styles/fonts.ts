import serif from '@fontsource/instrument-serif/files/instrument-serif-latin-400-normal.woff2?url'
import sans from '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2?url'

/** The two font files that every page preloads; base.css refers to the same files. */
export const fonts: readonly string[] = [sans, serif]
