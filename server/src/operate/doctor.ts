import { runDoctor } from './run-doctor.ts'

await runDoctor(process.argv.slice(2))
