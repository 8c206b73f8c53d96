import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

const host = '127.0.0.1'
const patience = 2_000

/** Listens on the port from before a restart if it is free, so that open pages find the emulator again. */
export async function listenWhereItWas(server: Server, port = 0, earlier = 0) {
  if (port !== 0 || earlier === 0) return listen(server, port)
  return listen(server, earlier).catch(() => listen(server, 0))
}

function listen(server: Server, port: number) {
  const { promise, resolve, reject } = Promise.withResolvers<{ url: string; port: number }>()
  const fail = (cause: NodeJS.ErrnoException) => {
    const isTaken = cause.code === 'EADDRINUSE'
    reject(isTaken ? new Error(`Port ${port} on ${host} is already in use. Choose another port.`, { cause }) : cause)
  }
  server.once('error', fail)
  server.listen(port, host, () => {
    server.off('error', fail)
    const address = server.address() as AddressInfo
    resolve({ url: `http://${host}:${address.port}`, port: address.port })
  })
  return promise
}

/** Finishes running requests. */
export async function closeServer(server: Server) {
  const { promise, resolve } = Promise.withResolvers<void>()
  server.close(() => resolve())
  const impatient = setTimeout(() => server.closeAllConnections(), patience)
  await promise
  clearTimeout(impatient)
}
