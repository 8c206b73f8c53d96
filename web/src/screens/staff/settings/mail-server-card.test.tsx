import type { MailServer } from '@mela/contract'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { leaveShop, ok, stubShop, visit } from '../../../../test/browser.tsx'
import { MailServerCard } from './mail-server-card.tsx'

afterEach(leaveShop)

const saved: MailServer['saved'] = {
  ...{ host: 'mail.example.com', port: '465', security: 'tls', user: '', from: 'shop@example.com' },
  ...{ savedAt: '2026-01-01T00:00:00.000Z', isReadable: true },
}

it.each([true, false])(
  'a mail server is removed with a warning where the shop opens with it alone: %s',
  async isNeeded => {
    const server: MailServer = { source: 'dashboard', isNeeded, saved }
    stubShop({ 'GET /settings/mail': ok(server) })
    visit('/', [{ path: '/', Component: MailServerCard }])

    await userEvent.click(await screen.findByRole('button', { name: 'Remove mail server' }))

    const text = await screen.findByText(/^Emails then only become files on the server/)
    expect(text.textContent?.includes('does not open at its next start')).toBe(isNeeded)
  },
)
