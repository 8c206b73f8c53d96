import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Link, MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

beforeEach(() => {
  vi.resetModules()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** What a document counts that was opened at this address, as another module each time. */
async function openDocument(
  path: string,
  given: { referrer?: string; type?: string; asks?: object; next?: string } = {},
) {
  const sent: Promise<string>[] = []
  const sendBeacon = (_url: string, body: Blob) => void sent.push(body.text())
  Object.defineProperty(document, 'referrer', { value: given.referrer ?? '', configurable: true })
  vi.stubGlobal('navigator', { webdriver: false, sendBeacon, ...given.asks })
  vi.stubGlobal('performance', { now: Date.now, getEntriesByType: () => [{ type: given.type ?? 'navigate' }] })
  history.replaceState(null, '', path)
  const { countStep, useVisitSteps } = await import('./visit-steps.ts')
  const Page = () => {
    useVisitSteps()
    return given.next && <Link to={given.next}>Next</Link>
  }
  render(
    <MemoryRouter initialEntries={[path]}>
      <Page />
    </MemoryRouter>,
  )
  if (given.next) fireEvent.click(screen.getByRole('link', { name: 'Next' }))
  countStep('cart')
  countStep('cart')
  const steps: { step: string; source: string }[] = (await Promise.all(sent)).map(text => JSON.parse(text))
  return steps.map(({ step, source }) => `${step} ${source}`.trim())
}

it('counts each step of a visit once, with the site or the campaign that it came from', async () => {
  expect(await openDocument('/products/kurta', { referrer: 'https://www.google.com/search' })).toEqual([
    ...['visit www.google.com', 'product www.google.com', 'cart www.google.com'],
  ])
})

it('counts a product at the address with its id, too', async () => {
  expect(await openDocument(`/product/${'a'.repeat(24)}`)).toEqual(['visit', 'product', 'cart'])
})

it('names the campaign in place of the site', async () => {
  expect(await openDocument('/?utm_source=newsletter', { referrer: 'https://mail.example/' })).toEqual([
    ...['visit newsletter', 'cart newsletter'],
  ])
})

it.each([
  ['a page that was opened from another page of the shop', { referrer: location.origin }],
  ['a reload', { type: 'reload' }],
])('%s is no visit', async (_, given) => {
  expect(await openDocument('/sale', given)).toEqual(['cart'])
})

it.each([
  ['a payment', '/account/pay/order?token=T1&PayerID=P1', []],
  ['agreeing before the order', '/account/checkout?express=paypal&token=T1&PayerID=P1', ['checkout www.paypal.com']],
  ['cancelling that', '/cart?express=paypal&token=T1', []],
])('a return from %s is no visit, and neither is the page after it', async (_, path, steps) => {
  const referrer = 'https://www.paypal.com/'

  expect(await openDocument(path, { referrer, next: '/sale' })).toEqual([...steps, 'cart www.paypal.com'])
})

it.each([
  ['Do Not Track', { doNotTrack: '1' }],
  ['Global Privacy Control', { globalPrivacyControl: true }],
  ['a program', { webdriver: true }],
])('counts nothing for %s', async (_, asks) => {
  expect(await openDocument('/', { asks })).toEqual([])
})
