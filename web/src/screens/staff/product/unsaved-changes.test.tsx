import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { FormProvider, useForm } from 'react-hook-form'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { leaveShop } from '../../../../test/browser.tsx'
import { asha } from '../../../../test/samples.ts'
import { forgetUser, rememberUser } from '../../../lib/current-user.ts'
import { findUnsaved, keepUnsaved } from '../../../lib/unsaved.ts'
import { UnsavedChanges, useUnsaved } from './unsaved-changes.tsx'

afterEach(leaveShop)

const PLACE = '/dashboard/products/new'

function hide() {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
}

function ProductDraft() {
  const form = useForm({ defaultValues: { name: '', gallery: [] } })
  return (
    <FormProvider {...form}>
      <input aria-label="Name" {...form.register('name')} />
      <UnsavedChanges unsaved={useUnsaved()} known={new Map()} onKnow={() => {}} isSaved={{ current: false }} />
    </FormProvider>
  )
}

async function typeName() {
  rememberUser(asha)
  const router = createMemoryRouter([{ path: '*', Component: ProductDraft }], { initialEntries: [PLACE] })
  render(<RouterProvider router={router} />)
  await userEvent.type(screen.getByLabelText('Name'), 'Kurta')
}

describe('typed values of a product', () => {
  it('are kept for their user when the session ends', async () => {
    await typeName()
    forgetUser()
    cleanup()

    expect(findUnsaved(asha._id, PLACE)).toMatchObject({ typed: { name: 'Kurta' } })
  })

  it('are kept when the page is hidden, and not once they are discarded', async () => {
    await typeName()
    hide()

    expect(findUnsaved(asha._id, PLACE)).toMatchObject({ typed: { name: 'Kurta' } })
    cleanup()
    expect(findUnsaved(asha._id, PLACE)).toBeUndefined()
  })

  it('leave those of an earlier form alone until the user restores or discards them', async () => {
    keepUnsaved({ userId: asha._id, place: PLACE, content: { at: '2026-11-23T12:00:00Z' } })
    await typeName()
    await userEvent.clear(screen.getByLabelText('Name'))
    hide()
    cleanup()

    expect(findUnsaved(asha._id, PLACE)).toMatchObject({ at: '2026-11-23T12:00:00Z' })
  })

  it('are not kept when the form is left by other navigation', async () => {
    await typeName()
    cleanup()

    expect(findUnsaved(asha._id, PLACE)).toBeUndefined()
  })
})
