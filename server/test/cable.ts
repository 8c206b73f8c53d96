import { connect, createServer, type Socket } from 'node:net'

/** A proxy to the database that can be cut and restored, and whose connections can fall silent. */
export async function aCableTo(databaseUrl: string) {
  const url = new URL(databaseUrl.replace('@/', '@socket/'))
  const sockets = new Set<Socket>()
  const cable = createServer(near => {
    const far = connect(`${url.searchParams.get('host')}/.s.PGSQL.5432`)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.pipe(other)
      one.on('error', () => {}).on('close', () => other.destroy())
    }
  })
  const listen = (port: number) => new Promise<void>(resolve => void cable.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const address = cable.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `postgresql://postgres@127.0.0.1:${port}${url.pathname}?sslmode=disable`,
    mend: () => listen(port),
    async cut() {
      const closed = new Promise(resolve => void cable.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
    },
    /** Open connections stay open and forward nothing; new ones work. */
    silence() {
      for (const socket of sockets) socket.unpipe().pause()
    },
  }
}
