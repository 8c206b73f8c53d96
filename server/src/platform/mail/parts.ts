import { html, type Markup } from './html.ts'
import { colours, SANS } from './theme.ts'

export interface Part {
  html: Markup | ((accent: string) => Markup)
  text: string
}

const { ink, quiet, onBrand } = colours

export function paragraph(text: string): Part {
  return {
    html: html`<p class="ink" style="margin:0 0 18px;color:${ink.light};font:400 16px/1.6 ${SANS}">${text}</p>`,
    text,
  }
}

export function smallPrint(text: string): Part {
  return {
    html: html`<p class="quiet" style="margin:0 0 12px;color:${quiet.light};font:400 13px/1.55 ${SANS}">${text}</p>`,
    text,
  }
}

export function button(label: string, url: string): Part {
  return {
    html: accent =>
      html`<p style="margin:26px 0 28px"><a class="button" href="${url}" style="display:inline-block;background-color:${accent};color:${onBrand.light};border-radius:10px;padding:14px 26px;font:600 16px/1.25 ${SANS};text-decoration:none">${label}</a></p>`,
    text: `${label}:\n${url}`,
  }
}

export function spelledOut(url: string): Part {
  return {
    html: html`<p class="quiet" style="margin:0 0 12px;color:${quiet.light};font:400 13px/1.55 ${SANS};word-break:break-all">Or open this address: <a class="quiet" href="${url}" style="color:${quiet.light}">${url}</a></p>`,
    text: '',
  }
}
