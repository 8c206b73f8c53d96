import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { receiveImage, takeUploads } from '../../media/uploads.ts'
import { answerError } from '../http/errors.ts'
import { newRefusals } from '../http/security-log.ts'
import { openPlaces } from './limit-attempts.ts'

const PLACES = 2
let app: FastifyInstance
/** The number of running uploads. */
let inside = 0

beforeAll(async () => {
  app = Fastify().decorate('refusals', newRefusals())
  app.setErrorHandler(answerError)
  await app.register(async app => {
    const places = openPlaces(PLACES, 'All places are taken.')
    await takeUploads(app)
    app.post('/upload', call =>
      places.hold('one', async () => {
        inside++
        return receiveImage(call, 'image').finally(() => inside--)
      }),
    )
  })
  await app.listen({ port: 0 })
})
afterAll(() => app.close())

/** An upload that has started and waits for its end. */
function begin() {
  const { port } = app.server.address() as AddressInfo
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  const sent = request({ port, method: 'POST', path: '/upload', headers })
  const status = new Promise<number | undefined>(resolve => {
    sent.on('response', answer => {
      answer.resume()
      resolve(answer.statusCode)
    })
    sent.on('error', () => resolve(undefined))
  })
  sent.write('--x\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\n\r\npixels')
  return { status, end: () => sent.end('\r\n--x--\r\n'), abort: () => sent.destroy() }
}

function upload() {
  const body = new FormData()
  body.append('image', new Blob(['pixels']), 'a.png')
  return app.inject({ method: 'POST', url: '/upload', payload: body })
}

const untilInside = (count: number) => vi.waitFor(() => expect(inside).toBe(count), 10_000)

describe('places', () => {
  it('refuse one more than their number with a Retry-After, and accept it once another has ended', async () => {
    const slow = [begin(), begin()]
    await untilInside(PLACES)

    const refused = await upload()
    for (const { end } of slow) end()
    await untilInside(0)

    expect(refused.statusCode).toBe(429)
    expect(refused.headers['retry-after']).toBe('10')
    expect(refused.json()).toEqual({ success: false, message: 'All places are taken.', code: 'rate_limited' })
    expect(await Promise.all(slow.map(({ status }) => status))).toEqual([200, 200])
    expect((await upload()).statusCode).toBe(200)
  })

  it('refuse one more of an owner than its limit, and accept another owner', () => {
    const places = openPlaces(3, 'All places are taken.', 2)
    const [leave] = [places.take('one'), places.take('one')]

    expect(() => places.take('one')).toThrow('All places are taken.')
    places.take('another')()
    leave?.()
    expect(() => places.take('one')()).not.toThrow()
  })
})
