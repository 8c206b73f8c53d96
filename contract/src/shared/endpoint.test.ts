import { expect, it } from 'vitest'
import * as contract from '../index.ts'

const endpoints = Object.values(contract).filter(
  (value): value is contract.Endpoint & typeof value =>
    typeof value === 'object' && 'method' in value && 'url' in value,
)

it('names every call once, below the base and without a slash at the end', () => {
  const calls = endpoints.map(({ method, url }) => `${method} ${url}`)

  expect(calls.length).toBeGreaterThan(15)
  expect(new Set(calls).size).toBe(calls.length)
  for (const { url } of endpoints) expect(url).toMatch(/^(\/(:[a-zA-Z]+|[a-z-]+))+$/)
})

it('T393 answers every call with success and a message', () => {
  const notJson: contract.Endpoint[] = [contract.exportProducts, contract.getInvoice, contract.streamLiveEvents]
  for (const { schema } of endpoints.filter(endpoint => !notJson.includes(endpoint))) {
    for (const [status, answer] of Object.entries(schema.response)) {
      const { error } = answer.safeParse({})
      expect(Number(status)).toBeOneOf([200, 201])
      expect(error?.issues.map(({ path }) => path[0])).toEqual(expect.arrayContaining(['success', 'message']))
    }
  }
})
