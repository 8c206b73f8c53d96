import type { MailServer } from '@mela/contract'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { leaveShop, ok, refused, stubShop, visit } from '../../../../test/browser.tsx'
import { MailServerCard } from './mail-server-card.tsx'

afterEach(leaveShop)

const saved: MailServer['saved'] = {
  ...{ host: 'mail.example.com', port: '465', security: 'tls', user: '', from: 'shop@example.com' },
  ...{ savedAt: '2026-01-01T00:00:00.000Z', isReadable: true },
}

it.each([
  ['587', '465'],
  ['2525', '2525'],
])('the port %s becomes %s with the choice of TLS', async (port, expected) => {
  stubShop({ 'GET /settings/mail': ok({ source: 'none', keepsWaiting: false, unsent: null, saved: null }) })
  visit('/', [{ path: '/', Component: MailServerCard }])
  await userEvent.click(await screen.findByRole('button', { name: 'Enter mail server' }))
  const field = await screen.findByLabelText<HTMLInputElement>('Port')
  await userEvent.clear(field)
  await userEvent.type(field, port)

  await userEvent.selectOptions(screen.getByLabelText('Security'), 'TLS (port 465)')

  expect(field.value).toBe(expected)
})

it('emails that could not be sent are counted on the card, with why', async () => {
  const unsent = { count: 3, refusal: '535 wrong password' }
  stubShop({ 'GET /settings/mail': ok({ source: 'dashboard', keepsWaiting: true, unsent, saved }) })
  visit('/', [{ path: '/', Component: MailServerCard }])

  expect((await screen.findByRole('status')).textContent).toBe('3 emails could not be sent: 535 wrong password')
})

it('why a test email failed stays on the card until the next test, or another mail server', async () => {
  // The toast stays for a while.
  const kept = { selector: 'p > span' }
  const message = 'The mail server did not take it: it refuses the login.'
  let savedAt = '2026-01-01T00:00:00.000Z'
  const server = () => ok({ source: 'dashboard', keepsWaiting: false, unsent: null, saved: { ...saved, savedAt } })
  const answers = {
    get 'GET /settings/mail'() {
      return server()
    },
    'POST /dashboard/test-email': [
      refused(400, message),
      { body: { success: true, message: 'Sent.' } },
      refused(400, message),
    ],
    'PUT /settings/mail': server(),
  }
  stubShop(answers)
  visit('/', [{ path: '/', Component: MailServerCard }])
  const send = await screen.findByRole('button', { name: 'Send a test email' })
  await userEvent.click(send)
  await screen.findByText(message, kept)

  await userEvent.click(send)
  await waitFor(() => expect(screen.queryByText(message, kept)).toBeNull())

  await userEvent.click(send)
  await screen.findByText(message, kept)
  savedAt = '2026-01-02T00:00:00.000Z'
  await userEvent.click(screen.getByRole('button', { name: 'Replace mail server' }))
  await userEvent.type(await screen.findByLabelText('Your password'), 'abcd1!')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByText(message, kept)).toBeNull())
})

it.each([
  [true, /^No mail server is set\. Emails wait/],
  [false, /^Emails only become files/],
])('says what emails do without a mail server: wait: %s', async (keepsWaiting, said) => {
  const none: MailServer = { source: 'none', keepsWaiting, unsent: null, saved: null }
  stubShop({ 'GET /settings/mail': ok(none) })
  visit('/', [{ path: '/', Component: MailServerCard }])

  await screen.findByText(said)
})

it.each([
  [true, /^Emails wait until another one is entered/],
  [false, /^Emails then only become files/],
])('says what emails do once the mail server is removed: wait: %s', async (keepsWaiting, said) => {
  const entered: MailServer = { source: 'dashboard', keepsWaiting, unsent: null, saved }
  stubShop({ 'GET /settings/mail': ok(entered) })
  visit('/', [{ path: '/', Component: MailServerCard }])

  await userEvent.click(await screen.findByRole('button', { name: 'Remove mail server' }))

  await screen.findByText(said)
})

it('a mail server that MAIL=file outweighs is said to send nothing, and removing it to change nothing', async () => {
  stubShop({
    'GET /settings/mail': ok({
      source: 'environment-files',
      keepsWaiting: true,
      unsent: null,
      saved,
    } satisfies MailServer),
  })
  visit('/', [{ path: '/', Component: MailServerCard }])
  await screen.findByText(/^Emails only become files, as MAIL=file/)
  expect(screen.queryByRole('button', { name: 'Replace mail server' })).toBeNull()

  await userEvent.click(screen.getByRole('button', { name: 'Remove mail server' }))

  await screen.findByText(/^Emails go on as before/)
})
