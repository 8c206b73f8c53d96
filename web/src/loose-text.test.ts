import { describe, expect, it } from 'vitest'
import { findLooseTexts } from '../test/loose-text.ts'

const components = import.meta.glob<string>(['./**/*.tsx', '!./**/*.test.tsx', '!./**/*-fixtures.tsx'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** A component that shows this. */
const showing = (shown: string) => `
  import { Plus } from 'lucide-react'
  function Shown({ count, children, icon, list }: { children: ReactNode; icon: Elements }) { return ${shown} }
`

describe('text that a page translator replaces', () => {
  it.each([
    { what: 'that changes beside an element', shown: '<p>{count} <b>left</b></p>' },
    { what: 'that changes beside other text', shown: '<p>Page {count}</p>' },
    { what: 'that comes and goes beside an element', shown: "<p>{count > 1 && 'from '}<b>9</b></p>" },
    { what: 'behind an element that comes and goes', shown: '<p>{count > 1 && <b>9</b>} left</p>' },
    { what: 'behind a component that may show nothing', shown: '<p><Price /> each</p>' },
    { what: 'in a fragment', shown: '<>{count}</>' },
    { what: 'in a fragment that comes and goes', shown: '<p>{count > 1 && <>from <b>9</b></>}</p>' },
    { what: 'of a list', shown: '<p>{list.map(name => name)}</p>' },
    { what: 'that a component returns', shown: "count > 1 ? 'Many' : null" },
    { what: 'that may be among the children, beside an element', shown: '<p><Plus />{children}</p>' },
  ])('is found when it stands loose: $what', ({ shown }) => {
    expect(findLooseTexts('shown.tsx', showing(shown))).toHaveLength(1)
  })

  it.each([
    { what: 'alone in its element', shown: '<p>{count}</p>' },
    { what: 'alone in its element in two words', shown: "<p>{count > 1 ? 'Many' : 'One'}</p>" },
    { what: 'an element of its own', shown: '<p><span>{count}</span> left</p>' },
    { what: 'that never changes, beside an icon', shown: '<p><Plus /> Add</p>' },
    { what: 'in front of an element that comes and goes', shown: '<p>Left {count > 1 && <b>9</b>}</p>' },
    { what: 'that its type does not allow', shown: '<p>{icon}<span>Add</span></p>' },
  ])('may stand: $what', ({ shown }) => {
    expect(findLooseTexts('shown.tsx', showing(shown))).toEqual([])
  })

  it('stands loose in no component', () => {
    const loose = Object.entries(components).flatMap(([file, source]) =>
      findLooseTexts(file, source).map(text => `${file}:${text}`),
    )

    expect(Object.keys(components).length).toBeGreaterThan(150)
    expect(loose).toEqual([])
  })
})
