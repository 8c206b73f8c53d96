import fc from 'fast-check'

/** Every run of the tests draws these values; `npm run fuzz` draws new ones. */
fc.configureGlobal({ seed: Number(process.env.FUZZ_SEED ?? 20_261_122) })
