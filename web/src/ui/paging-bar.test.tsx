import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, describe, expect, it } from 'vitest'
import { PagingBar } from './paging-bar.tsx'

afterEach(cleanup)

function Place() {
  const { pathname, search } = useLocation()
  return <p data-testid="place">{pathname + search}</p>
}

function show(page: number, pageCount: number, { size = 8, query = '' } = {}) {
  render(
    <MemoryRouter>
      <PagingBar
        meta={{ page, size, pageCount, total: pageCount * size }}
        basePath="/search"
        params={new URLSearchParams(query)}
      />
      <Place />
    </MemoryRouter>,
  )
}

const link = (name: string) => screen.queryByRole('link', { name })?.getAttribute('href')
const place = () => screen.getByTestId('place').textContent
const select = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Items per page' })

describe('the paging bar', () => {
  it('shows the page and the number of pages (T252)', () => {
    show(2, 3)

    expect(screen.getByText('Page 2 of 3')).toBeTruthy()
  })

  it.each([
    ['previous', 'first', 1, 'Previous page', 'Next page'],
    ['next', 'last', 3, 'Next page', 'Previous page'],
  ])('hides the %s arrow on the %s page (T253, T254)', (_arrow, _page, page, hidden, shown) => {
    show(page, 3)

    expect(link(hidden)).toBeUndefined()
    expect(link(shown)).toBe('/search?page=2&size=8')
  })

  it('offers 8, 20, 50 and 100 items per page (T255)', () => {
    show(1, 3)

    expect([...select().options].map(option => option.value)).toEqual(['8', '20', '50', '100'])
    expect(select().value).toBe('8')
  })

  it('returns to page 1 with a new size and keeps the keyword (T257)', async () => {
    show(3, 5, { query: 'keyword=a%26b&page=3' })

    await userEvent.selectOptions(select(), '20')

    expect(place()).toBe('/search?keyword=a%26b&page=1&size=20')
  })

  it('is a form with the same query where there is no JavaScript', () => {
    show(3, 5, { query: 'keyword=linen&page=3' })

    const form = select().form as HTMLFormElement

    expect(form.getAttribute('action')).toBe('/search')
    expect([...new FormData(form)]).toEqual([
      ['keyword', 'linen'],
      ['page', '1'],
      ['size', '8'],
    ])
  })
})
