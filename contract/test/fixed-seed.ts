import fc from 'fast-check'

/** The same values in every run of the tests; `npm run fuzz` draws new ones. */
fc.configureGlobal({ seed: Number(process.env.FUZZ_SEED ?? 20_261_122) })
