import { cleanup, render } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { Wordmark } from './wordmark.tsx'

afterEach(cleanup)

const logo = { url: '/media/ink-1600.webp', width: 800, height: 200 }
const logoOnDark = { ...logo, url: '/media/chalk-1600.webp' }
const shop = { name: 'Kaffee', logo, logoOnDark, keepsLight: false }

/** URLs of the logo by the pages that they are for. */
function logosOf(given: Partial<Parameters<typeof Wordmark>[0]['shop']>, isPrinted = false) {
  const { container } = render(<Wordmark shop={{ ...shop, ...given }} isPrinted={isPrinted} />)
  const [dark, image] = [container.querySelector('source'), container.querySelector('img')]
  return { dark: dark && [dark.media, dark.srcset], light: image?.getAttribute('src'), text: container.textContent }
}

describe('the wordmark', () => {
  it('is the logo for dark backgrounds where the device asks for dark pages', () => {
    expect(logosOf({})).toEqual({
      dark: ['(prefers-color-scheme: dark)', '/media/chalk-400.webp'],
      ...{ light: '/media/ink-400.webp', text: '' },
    })
  })

  it.each([
    ['there is none for dark backgrounds', { logoOnDark: null }, false],
    ['the owner keeps the shop light', { keepsLight: true }, false],
    ['it is printed', {}, true],
  ])('is the one logo when %s', (_, given, isPrinted) => {
    expect(logosOf(given, isPrinted)).toEqual({ dark: null, light: '/media/ink-400.webp', text: '' })
  })

  it('is the name without a logo', () => {
    expect(logosOf({ logo: null })).toMatchObject({ dark: null, text: 'Kaffee' })
  })
})
