import { join } from 'node:path'
import sharp from 'sharp'
import { connect } from '../platform/database/database.ts'
import { readEnv } from '../platform/runtime/env.ts'
import { makeAvifs } from './avif-queue.ts'
import { folderStore } from './file-store.ts'

/** Runs beside the shop; ends when no picture waits, or when the shop is gone. */
process.once('disconnect', () => process.exit())
sharp.concurrency(1)

const env = readEnv(process.env)
const { db, close } = connect(env.databaseUrl ?? '', { poolSize: 1 })
await makeAvifs(db, await folderStore(join(env.dataDir, 'media')))
await close()
process.exit()
