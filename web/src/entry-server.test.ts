import { describe, expect, it } from 'vitest'
import { inSizes, kurtaInFull } from '../test/samples.ts'
import { render, setTransport } from './entry-server.tsx'

const path = `/product/${kurtaInFull._id}`

function open(search: string) {
  setTransport(async exchange => {
    const product = { ...kurtaInFull, ...inSizes() }
    const data = exchange.path === `/api/products/${kurtaInFull._id}` ? product : []
    const meta = { page: 1, size: 9, pageCount: 1, total: 0 }
    return { status: 200, body: { success: true, message: '', data, meta } }
  })
  const assets = { earlyScript: '', script: '', styles: [], preloads: [] }
  return render(`https://mela.example${path}${search}`, assets, () => [])
}

const chosen = (html: string) =>
  [...html.matchAll(/<input[^>]* checked=""[^>]*>/g)].map(([input]) => /value="(.*?)"/.exec(input)?.[1])

describe('a product’s page on the server', () => {
  it('shows the variant of its address, with the address of the product as canonical one', async () => {
    const { html, isWhole } = await open(`?variant=${'3'.repeat(24)}`)

    expect(chosen(html)).toEqual(['S', 'Red'])
    expect(html).toContain(`<link rel="canonical" href="https://mela.example${path}"/>`)
    expect(isWhole).toBe(true)
  })

  it('shows no choice for an unknown variant, and is not to be kept', async () => {
    const { html, isWhole } = await open(`?variant=${'f'.repeat(24)}`)

    expect(chosen(html)).toEqual([])
    expect(isWhole).toBe(false)
  })

  it('shows the values that its form has sent', async () => {
    expect(chosen((await open('?option.Size=M&option.Colour=Indigo')).html)).toEqual(['M', 'Indigo'])
    expect(chosen((await open('?option.Size=XL')).html)).toEqual([])
  })
})
