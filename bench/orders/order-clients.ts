import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { anAddress } from '../../server/test/an-address.ts'
import { answerOf } from '../fixtures/answers.ts'

export interface Shopper {
  id: string
  token: string
  cookie: string
}

/** The ids of two different random goods. */
export function pickTwo(goods: string[]): [string, string] {
  const first = Math.floor(Math.random() * goods.length)
  const second = (first + 1 + Math.floor(Math.random() * (goods.length - 1))) % goods.length
  return [goods[first] ?? '', goods[second] ?? '']
}

export function orderOf(products: string[], choices: object = {}) {
  return { products: products.map(product => ({ product, quantity: 1 })), shippingAddress: anAddress(), ...choices }
}

/** Answers a function that places an order over a shopper's own connection, and throws when the order is refused. */
export function orderingShoppers(
  url: string,
  shoppers: Shopper[],
  goods: string[],
  choices: object = {},
): (client: number) => Promise<void> {
  const { hostname, port, host } = new URL(url)
  const sockets = shoppers.map(() => connect(Number(port), hostname).setNoDelay().unref())
  return async client => {
    const [socket, shopper] = [sockets[client], shoppers[client]]
    if (!socket || !shopper) throw new Error('There is no such shopper.')
    const body = JSON.stringify(orderOf(pickTwo(goods), choices))
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
    const { status, body: text } = await answer
    if (status !== 201) throw new Error(`The order was not placed: ${text}`)
  }
}
