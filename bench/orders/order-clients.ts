import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { anAddress } from '../../server/test/an-address.ts'

export interface Shopper {
  id: string
  token: string
  cookie: string
}

/** One unit each of two random goods. */
export function pickTwo(goods: string[]): [string, string] {
  const first = Math.floor(Math.random() * goods.length)
  const second = (first + 1 + Math.floor(Math.random() * (goods.length - 1))) % goods.length
  return [goods[first] ?? '', goods[second] ?? '']
}

export function orderOf(products: string[]) {
  return { products: products.map(product => ({ product, quantity: 1 })), shippingAddress: anAddress() }
}

/** Lets each shopper place an order over its own connection; throws unless it was placed. */
export function orderingShoppers(url: string, shoppers: Shopper[], goods: string[]): (client: number) => Promise<void> {
  const { hostname, port, host } = new URL(url)
  const sockets = shoppers.map(() => connect(Number(port), hostname).setNoDelay().unref())
  return async client => {
    const [socket, shopper] = [sockets[client], shoppers[client]]
    if (!socket || !shopper) throw new Error('There is no such shopper.')
    const body = JSON.stringify(orderOf(pickTwo(goods)))
    const head = [
      'POST /api/orders HTTP/1.1',
      `host: ${host}`,
      `cookie: ${shopper.cookie}`,
      `idempotency-key: ${randomUUID()}`,
      'content-type: application/json',
      `content-length: ${Buffer.byteLength(body)}`,
    ]
    const answer = answerOf(socket)
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
    const text = await answer
    if (!text.startsWith('HTTP/1.1 201')) throw new Error(`The order was not placed: ${text}`)
  }
}

/** One answer. A client that did more than find its end would take time from the measurement on the same machine. */
function answerOf(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    const stop = () => socket.off('data', read).off('error', fail).off('close', fail)
    const fail = (error?: unknown) => {
      stop()
      reject(error instanceof Error ? error : new Error('The connection ended before the answer did.'))
    }
    const read = (data: Buffer) => {
      text += data.toString('latin1')
      const end = text.indexOf('\r\n\r\n')
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1])
      if (end < 0 || text.length < end + 4 + length) return
      stop()
      resolve(text)
    }
    socket.on('data', read).on('error', fail).on('close', fail)
  })
}
