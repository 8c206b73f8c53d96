import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { leaveShop, okPage } from '../../../test/browser.tsx'
import { openDashboard } from './dashboard-fixtures.tsx'

afterEach(leaveShop)

/** Answers uploads, which are no `fetch`, one after the other. */
function stubUploads(...answers: { status: number; response: object }[]) {
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload = {}
      status = 0
      response = {}
      onload = () => {}
      open() {}
      abort() {}
      send() {
        Object.assign(this, answers.shift())
        this.onload()
      }
    },
  )
}

it('a refused picture stays, with the reason, and can be tried again (T201)', async () => {
  const message = 'Only jpeg, jpg, png and webp images are allowed.'
  stubUploads(
    { status: 400, response: { success: false, message } },
    { status: 500, response: {} },
    { status: 201, response: { data: {} } },
  )
  const assign = vi.fn()
  vi.stubGlobal('location', { ...location, assign })
  openDashboard('/dashboard/media', { 'GET /media?page=1&size=8': okPage([]) })
  await userEvent.click(await screen.findByRole('button', { name: 'Upload Media' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Upload Media' }))
  const upload = () => fireEvent.click(dialog.getByRole('button', { name: 'Upload' }))

  await userEvent.upload(dialog.getByLabelText('Choose pictures'), new File(['…'], 'lamp.png', { type: 'image/png' }))
  for (const problem of [message, 'Something went wrong, please try again.']) {
    upload()
    await waitFor(() => expect(dialog.getByRole('alert').textContent).toBe(problem))
    expect(dialog.getByText('lamp.png')).toBeTruthy()
  }
  upload()

  await waitFor(() => expect(assign).toHaveBeenCalledWith('/dashboard/media'))
})
