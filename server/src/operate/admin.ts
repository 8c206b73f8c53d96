import { runAdmin } from './run-admin.ts'

await runAdmin(process.argv.slice(2))
