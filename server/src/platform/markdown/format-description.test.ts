import { describe, expect, it } from 'vitest'
import { formatDescription, plainDescription } from './format-description.ts'

const htmlOf = (source: string) => formatDescription(source)?.html

describe('a description without formatting', () => {
  it.each([
    'Woven by hand.\nWashed once.\n\n  Made in Jaipur.',
    'Size 2 * 3 * 4, snake_case_name, 5 > 3, a | b, 20 % off [sic], #1 of its kind',
    '<img onerror=alert(1)> &lt;b&gt; &amp; https://mela.example/a_b_c',
    '    Four spaces before it',
    'Title\n=====',
    'Care: 30 °C - never 1.5 times more',
  ])('B103 is plain, as it was typed: %j', source => {
    expect(formatDescription(source)).toBeUndefined()
    expect(plainDescription(source)).toBe(source)
  })
})

describe('a description in Markdown', () => {
  it('has bold and italic words, lists, headings below those of the page, links and tables', () => {
    const html = htmlOf(
      '# Fit\n\n**Wide** and *long*\nsecond line\n\n- one\n- two\n\n1. first\n\n[Care](/pages/care)\n\n| Size | Chest |\n| --- | --- |\n| S | 90 |',
    )

    for (const part of [
      '<h3>Fit</h3>',
      '<strong>Wide</strong> and <em>long</em><br>\nsecond line',
      '<ul>\n<li>one</li>\n<li>two</li>\n</ul>',
      '<ol>\n<li>first</li>\n</ol>',
      '<a href="/pages/care">Care</a>',
      '<th>Size</th>',
      '<td>90</td>',
    ])
      expect(html).toContain(part)
  })

  it.each([
    ['<img src=x onerror=alert(1)> **b**', /&lt;img src=x onerror=alert\(1\)&gt;/],
    ['[a](javascript:alert(1)) **b**', /\[a\]\(javascript:alert\(1\)\)/],
    ['[a](//evil.example) **b**', /\[a\]\(\/\/evil\.example\)/],
    ['![a](/media/a-1200.webp) **b**', /^(?!.*<img)/s],
    ['[a](https://mela.example) **b**', /rel="noopener"/],
    ['**&lt;b&gt;**', /&amp;lt;b&amp;gt;/],
  ])('B103 never is HTML of its own: %s', (source, html) => {
    expect(htmlOf(source)).toMatch(html)
    expect(htmlOf(source)).not.toMatch(/<(img|script|iframe)|href="(javascript|\/\/)/)
  })

  it('has its words without marks for search engines', () => {
    expect(plainDescription('## Care\n\nWash **cold**, [read on](/care)\n\n- one\n- two')).toBe(
      'Care\nWash cold, read on\none\ntwo',
    )
  })

  it('is formatted in time, however its marks are repeated', () => {
    for (const mark of ['[', '*', '`', '> ', '- ', '|', '_a', '**a '])
      expect(plainDescription(mark.repeat(10_000 / mark.length)).length).toBeLessThan(10_001)
  })
})
