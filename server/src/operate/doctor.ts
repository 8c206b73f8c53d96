import { runDoctor } from './checks.ts'

await runDoctor(process.argv.slice(2))
