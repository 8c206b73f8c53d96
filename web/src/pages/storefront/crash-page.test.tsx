// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { leaveShop, visit } from '../../../test/browser.tsx'
import { CrashPage } from './crash-page.tsx'

afterEach(leaveShop)

function Broken(): never {
  throw new Error('broken')
}

describe('a screen that crashes', () => {
  it('shows the crash page with two links (T015, B133)', () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})

    visit('/', [{ path: '/', Component: Broken, ErrorBoundary: CrashPage }])

    expect(screen.getByRole('heading', { level: 1, name: 'Something went wrong' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Home' }).getAttribute('href')).toBe('/')
  })
})
