import { defaultSettings } from '@mela/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { leaveShop, ok, stubShop, visit } from '../../../../../test/browser.tsx'
import { kurtaInFull } from '../../../../../test/samples.ts'
import { SettingCards } from '../setting-cards.tsx'

afterEach(leaveShop)

const picture = (_id: string) => ({ ...kurtaInFull.thumbnail, _id, name: _id, url: `/media/${_id}-1600.webp` })

function open(look: object) {
  const { look: first, ...others } = defaultSettings()
  const settings = { ...others, look: { ...first, ...look }, version: 1 }
  stubShop({ 'GET /media/ink': ok(picture('ink')), 'GET /media/chalk': ok(picture('chalk')) })
  visit('/', [{ path: '/', Component: () => <SettingCards group="look" settings={settings} /> }])
}

const logos = () =>
  [...document.querySelectorAll('[aria-hidden] img')].map(image => image.getAttribute('src')).filter(Boolean)

it('the preview has the logo of light and of dark pages, and the light one alone in a shop that is kept light', async () => {
  open({ logo: 'ink', logoOnDark: 'chalk' })

  await waitFor(() => expect(logos()).toEqual(['/media/ink-400.webp', '/media/chalk-400.webp']))
  fireEvent.click(screen.getByRole('switch', { name: 'Keep the shop light' }))

  await waitFor(() => expect(logos()).toEqual(['/media/ink-400.webp']))
})

it('the preview has the one logo on dark pages too, when there is no other', async () => {
  open({ logo: 'ink' })

  await waitFor(() => expect(logos()).toEqual(['/media/ink-400.webp', '/media/ink-400.webp']))
})
