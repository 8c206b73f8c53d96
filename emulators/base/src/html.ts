/** Safe HTML: every value in the template is escaped, unless it is Html itself. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Part = Html | string | number | false | undefined | null | Part[]

export function html(strings: TemplateStringsArray, ...parts: Part[]) {
  return new Html(String.raw({ raw: strings }, ...parts.map(render)))
}

function render(part: Part): string {
  if (part instanceof Html) return part.text
  if (Array.isArray(part)) return part.map(render).join('')
  return String(part === false ? '' : (part ?? '')).replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
}
