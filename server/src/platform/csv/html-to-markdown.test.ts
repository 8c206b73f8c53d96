import { describe, expect, it } from 'vitest'
import { htmlToMarkdown } from './html-to-markdown.ts'

describe('htmlToMarkdown()', () => {
  it.each([
    ['paragraphs and lines', '<p>Woven by hand.</p>\n<p>Dry clean<br/>only.</p>', 'Woven by hand.\n\nDry clean\nonly.'],
    ['lists', '<ul><li>Silk</li>\n  <li><b>Cotton</b></li></ul>', '- Silk\n- **Cotton**'],
    [
      'tables',
      '<table><tr><th>Size</th><td>M</td></tr><tr><td>Chest</td><td>50</td></tr></table>',
      '| Size | M |\n| --- | --- |\n| Chest | 50 |',
    ],
    ['entities', 'Tom&nbsp;&amp;&#160;Ann&rsquo;s &lt;b&gt; &#x1F457; &toString;', 'Tom & Ann’s <b> 👗 &toString;'],
    ['a list within a list', '<ol><li>Wash<ul><li>cold</li></ul></li><li>Dry</li></ol>', '1. Wash\n   - cold\n2. Dry'],
    ['no link that could run', '<a href="javascript:alert(1)">here</a>', 'here'],
    ['text without tags, with its lines', 'First line\nsecond  line\n\nthird', 'First line\nsecond line\n\nthird'],
    ['attributes with a greater-than sign', '<p title="a > b" onclick=\'x>y\'>Cotton</p>', 'Cotton'],
  ])('keeps %s', (_, html, text) => {
    expect(htmlToMarkdown(html)).toBe(text)
  })

  it.each([
    '<script>alert(1)</script>Cotton',
    '<STYLE>p { color: red }</STYLE >Cotton',
    'Cotton<!-- secret -->',
    'Cotton<script>alert(1)',
    '<img src=x onerror=alert(1)>Cotton',
    '<iframe src="https://evil.test">frame</iframe>Cotton',
    '&#0;Cotton&#xD800;',
  ])('drops what is not shown in %s', html => {
    expect(htmlToMarkdown(html)).toBe('Cotton')
  })
})
