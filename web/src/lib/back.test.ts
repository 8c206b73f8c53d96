import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { closeOnBack, holdBack } from './back.ts'

let stop: () => void

beforeEach(() => {
  history.pushState({ key: 'before', idx: 0 }, '', '/before')
  history.pushState({ key: 'shown', idx: 1 }, '', '/shown')
  stop = closeOnBack('shown')
})

afterEach(() => {
  stop()
  document.body.replaceChildren()
})

function openDialog() {
  const dialog = document.createElement('dialog')
  dialog.addEventListener('cancel', () => Object.assign(dialog, { open: false }))
  document.body.append(dialog)
  dialog.open = true
  holdBack(dialog)
  return dialog
}

describe('Back', () => {
  it('closes a panel that is neither a dialog nor a popover, and leaves the page once it is gone', async () => {
    const panel = document.createElement('div')
    panel.addEventListener('cancel', () => panel.remove())
    document.body.append(panel)
    holdBack(panel)

    history.back()
    await waitFor(() => expect(panel.isConnected).toBe(false))
    expect(history.state).toEqual({ key: 'shown', idx: 1 })

    history.back()
    await waitFor(() => expect(location.pathname).toBe('/before'))
  })

  it('closes the dialog on top first', async () => {
    const below = openDialog()
    const above = openDialog()

    history.back()
    await waitFor(() => expect([below.open, above.open]).toEqual([true, false]))

    history.back()
    await waitFor(() => expect(below.open).toBe(false))
    expect(history.state).toEqual({ key: 'shown', idx: 1 })
  })

  it('is taken by the next dialog after one was closed by other means', async () => {
    openDialog().open = false
    const next = openDialog()

    history.back()

    await waitFor(() => expect(next.open).toBe(false))
    expect(history.state).toEqual({ key: 'shown', idx: 1 })
  })

  it('is left to the router between pages', async () => {
    const moves: unknown[] = []
    const router = ({ state }: PopStateEvent) => moves.push(state)
    addEventListener('popstate', router)

    history.back()
    await waitFor(() => expect(location.pathname).toBe('/before'))
    openDialog()

    expect(moves).toEqual([{ key: 'before', idx: 0 }])
    expect(history.state).toEqual({ key: 'before', idx: 0 })
    removeEventListener('popstate', router)
  })
})
