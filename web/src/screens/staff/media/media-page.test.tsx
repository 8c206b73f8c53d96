import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { leaveShop, okPage } from '../../../../test/browser.tsx'
import { messageAfterLoad } from '../../../lib/storage.ts'
import { openDashboard } from '../dashboard-fixtures.tsx'

afterEach(leaveShop)

const taken = { status: 201, response: { message: 'Media uploaded successfully.', data: {} } }

/** Stubs XMLHttpRequest, which sends uploads: answers them one after the other, each when `until` has resolved. */
function stubUploads(until: Promise<void> | undefined, ...answers: { status: number; response: object }[]) {
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload = {}
      status = 0
      response = {}
      onload = () => {}
      open() {}
      abort() {}
      async send() {
        const answer = answers.shift()
        if (until) await until
        Object.assign(this, answer)
        this.onload()
      }
    },
  )
}

async function openUpload() {
  const assign = vi.fn()
  vi.stubGlobal('location', { ...location, assign })
  openDashboard('/dashboard/media', { 'GET /media?page=1&size=8': okPage([]) })
  await userEvent.click(await screen.findByRole('button', { name: 'Upload Media' }))
  return { dialog: within(screen.getByRole('dialog', { name: 'Upload Media' })), assign }
}

const choose = (...names: string[]) =>
  userEvent.upload(
    screen.getByLabelText('Choose pictures'),
    names.map(name => new File(['…'], `${name}.png`, { type: 'image/png' })),
  )

it('a refused picture stays, with the reason, and can be tried again (T201)', async () => {
  const message = 'Only jpeg, jpg, png and webp images are allowed.'
  stubUploads(undefined, { status: 400, response: { success: false, message } }, { status: 500, response: {} }, taken)
  const { dialog, assign } = await openUpload()
  const upload = () => fireEvent.click(dialog.getByRole('button', { name: 'Upload' }))

  await choose('lamp')
  for (const problem of [message, 'Something went wrong, please try again.']) {
    upload()
    await waitFor(() => expect(dialog.getByRole('alert').textContent).toBe(problem))
    expect(dialog.getByText('lamp.png')).toBeTruthy()
  }
  upload()

  await waitFor(() => expect(assign).toHaveBeenCalledWith('/dashboard/media'))
})

it('pictures that are added during an upload are uploaded with it (T197)', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  stubUploads(promise, taken, taken, taken)
  const { dialog, assign } = await openUpload()
  await choose('lamp', 'vase')
  fireEvent.click(dialog.getByRole('button', { name: 'Upload 2 pictures' }))

  await choose('rug')
  resolve()

  await waitFor(() => expect(assign).toHaveBeenCalledWith('/dashboard/media'))
  expect(messageAfterLoad.take()).toBe('3 pictures uploaded successfully.')
})
