import pg from 'pg'

/** A `busy` server answers, but is still starting, recovering or stopping. */
type ServerState = 'ready' | 'busy' | 'absent'

export async function askForState(url: string): Promise<ServerState> {
  try {
    await withClient(url, async () => undefined)
    return 'ready'
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) return 'absent'
    if (error.code === codes.tooManyConnections) return 'ready'
    if (codes.passing.includes(error.code ?? '')) return 'busy'
    // Only another program's server, on the port of a killed one of ours, wants another password.
    if (error.code === codes.wrongPassword) return 'absent'
    throw error
  }
}

const codes = {
  wrongPassword: '28P01',
  tooManyConnections: '53300',
  passing: ['57P01', '57P02', '57P03'],
  alreadyExists: ['42P04', '23505'],
}

/** Two shops may create it concurrently: the slower one finds it. */
export async function createDatabaseIfMissing(url: string, name: string): Promise<void> {
  await withClient(url, async client => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount) return

    await client.query(`create database ${pg.escapeIdentifier(name)}`).catch(error => {
      if (!codes.alreadyExists.includes(error.code)) throw error
    })
  })
}

async function withClient(url: string, task: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  // A connection that breaks while idle must not end the process.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await task(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}
