import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { leaveShop } from '../../../../test/browser.tsx'
import { openDashboard } from '../dashboard-fixtures.tsx'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true }))
afterEach(() => {
  vi.useRealTimers()
  leaveShop()
})

const note = () => screen.queryByText('Loading orders, please wait a moment...')

it('T217 B140 the loading sentence covers the screen once the list takes longer than a second, and not before', async () => {
  openDashboard('/dashboard/orders', { 'GET /orders?page=1': new Promise(() => {}) })
  await screen.findByRole('heading', { level: 1, name: 'Orders' })

  await act(() => vi.advanceTimersByTimeAsync(500))
  expect(note()).toBeNull()
  expect(screen.getByRole('heading', { level: 1, name: 'Orders' })).toBeTruthy()

  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(note()).toBeTruthy()
})
