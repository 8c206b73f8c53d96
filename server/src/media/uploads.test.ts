import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answerError } from '../platform/http/errors.ts'
import { receiveImage, takeUploads } from './uploads.ts'

let app: FastifyInstance

beforeAll(async () => {
  app = Fastify({ bodyLimit: 200_000 })
  app.setErrorHandler(answerError)
  await app.register(async app => {
    await takeUploads(app)
    app.post('/upload', async call => ({ bytes: (await receiveImage(call, 'image')).bytes.toString() }))
  })
  app.post('/elsewhere', async () => 'taken')
  await app.listen({ port: 0 })
})
afterAll(() => app.close())

type Field = [name: string, content: string, isText?: 'text']

/** Sends a form of files and texts. */
async function upload(fields: Field[], url = '/upload') {
  const form = new FormData()
  for (const [name, content, isText] of fields) {
    if (isText) form.append(name, content)
    else form.append(name, new Blob([content], { type: 'image/png' }), 'picture.png')
  }
  const answer = await app.inject({ method: 'POST', url, payload: form })
  return { status: answer.statusCode, ...answer.json() }
}

const nothing = {
  status: 400,
  success: false,
  message: 'Please select a file to upload.',
  code: 'invalid_request',
}

describe('an upload', () => {
  it.each<[string, Field[]]>([
    ['no field', []],
    ['another field', [['avatar', 'pixels']]],
    ['a text', [['image', 'pixels', 'text']]],
    ['an empty file', [['image', '']]],
  ])('is missing in a form with %s', async (_what, fields) => {
    expect(await upload(fields)).toEqual(nothing)
  })

  it('is one file', async () => {
    const two: Field[] = [
      ['image', 'one'],
      ['image', 'two'],
    ]

    expect(await upload(two)).toMatchObject({ status: 400, message: 'Please select one file only.' })
    expect(await upload([...two, ['image', 'three']])).toMatchObject({ status: 413 })
  })

  it('B88 stops at 5 MB', async () => {
    expect(await upload([['image', 'x'.repeat(5_000_000)]])).toMatchObject({ status: 200 })
    for (const name of ['image', 'other']) {
      const message = 'Images of more than 5 MB are not allowed.'
      expect(await upload([[name, 'x'.repeat(5_000_001)]])).toMatchObject({ status: 413, success: false, message })
    }
  })

  it('B88 is refused before it ends, when it never ends', async () => {
    const { port } = app.server.address() as AddressInfo
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }

    const status = await new Promise((resolve, reject) => {
      const endless = request({ port, method: 'POST', path: '/upload', headers }, answer => {
        resolve(answer.statusCode)
        endless.destroy()
      })
      endless.on('error', reject)
      endless.write('--x\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\n\r\n')
      const more = () => void (endless.destroyed || endless.write('x'.repeat(100_000), more))
      more()
    })

    expect(status).toBe(413)
  })

  it('B55 is accepted only by calls that expect it', async () => {
    expect(await upload([['image', 'pixels']], '/elsewhere')).toMatchObject({ status: 415, success: false })
  })
})
