import fc from 'fast-check'
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'
import { describe, expect, it } from 'vitest'
import { formatDescription, plainDescription, renderMarkdown } from './render-markdown.ts'

type Element = DefaultTreeAdapterTypes.Element

const sizes = new Map([['/media/a-1200.webp', { width: 1200, height: 800 }]])
const render = (source: string) => renderMarkdown(source, sizes)

function elementsIn(html: string): Element[] {
  const below = (nodes: DefaultTreeAdapterTypes.ChildNode[]): Element[] =>
    nodes.flatMap(node => ('tagName' in node ? [node, ...below(node.childNodes)] : []))
  return below(parseFragment(html).childNodes)
}

const ELEMENTS = new Set(
  'p h2 h3 h4 h5 h6 a em strong s ul ol li blockquote pre code hr br img table thead tbody tr th td'.split(' '),
)
const ATTRIBUTES = new Set('href rel title id src alt srcset sizes width height loading start style class'.split(' '))

/** Parts of HTML and Markdown, and texts that ran as script in some browser or program. */
const piece = fc.oneof(
  fc.constantFrom(
    ...['<script>alert(1)</script>', '<img src=x onerror=alert(1)>', '<svg/onload=alert(1)>', '<!--', '-->', ']]>'],
    ...['javascript:alert(1)', 'JaVaScRiPt&#58;alert(1)', 'java\tscript:alert(1)', 'data:text/html,<b>', 'vbscript:x'],
    ...['//evil.example', '/\\evil.example', 'https://a.example/"onclick=x', 'mailto:a@b.example'],
    ...['[a](', '![a](', ')', '](', '[', ']', '<', '>', '"', "'", '`', '```\n', '\n', '\n\n', '# ', '> ', '- ', '1. '],
    ...['|', '|-|\n', '**', '~~', '\\', '&lt;', '&#x3c;', '&colon;', '{#x"y}', '{#ok}', ' "t"', '\u0000'],
    ...['{{contact}}', '/media/a-1200.webp'],
    ...['```js" onload="x\n', '[a]: javascript:x\n', '[a]: <data:text/html;base64,x>\n', '\u2028', '\u00ad'],
  ),
  fc.string({ maxLength: 6, unit: 'grapheme' }),
)

describe('Markdown of a page', () => {
  it('becomes headings below the title with anchors, marked links and pictures that keep their place', () => {
    const html = render(
      '# First\n\nSee [us](/contact), [them](https://a.example) or me@b.example.\n\n## Long name {#short}\n\n## First\n\n![Kurta](/media/a-1200.webp)',
    )

    expect(html).toContain('<h2 id="first">First</h2>')
    expect(html).toContain('<h2 id="short">Long name</h2>')
    expect(html).toContain('<h2 id="first-2">First</h2>')
    expect(html).toContain('<a href="/contact">us</a>')
    expect(html).toContain('<a href="https://a.example" rel="noopener">them</a>')
    expect(html).toContain('<a href="mailto:me@b.example">me@b.example</a>')
    expect(html).toMatch(
      /<img src="\/media\/a-1200\.webp" alt="Kurta" srcset="\/media\/a-400\.webp 400w, .*width="1200"/,
    )
  })

  it('leaves out pictures that are not in the library, and cards of contact stand in a line of their own alone', () => {
    expect(render('![a](https://a.example/b.png) ![b](/media/gone-1200.webp)')).not.toContain('<img')
    expect(render('Before\n\n{{contact}}\n\nafter {{contact}}')).toBe(
      '<p>Before</p>\n<!--contact-->\n<p>after {{contact}}</p>\n',
    )
  })

  it('contains nothing that runs, whatever is written', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), pieces => {
        for (const { tagName, attrs } of elementsIn(render(pieces.join('')))) {
          expect(ELEMENTS).toContain(tagName)
          for (const { name, value } of attrs) {
            expect(ATTRIBUTES).toContain(name)
            if (name === 'href') expect(value).toMatch(/^(https?:\/\/|mailto:|tel:|#|\/(?![/\\]))/i)
            if (name === 'src') expect(value).toBe('/media/a-1200.webp')
            if (name === 'style') expect(value).toMatch(/^text-align:(left|center|right)$/)
            if (name === 'class') expect(value).toMatch(/^language-/)
          }
        }
      }),
      { numRuns: 2000 },
    )
  })
})

describe('Markdown of a description', () => {
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
})
