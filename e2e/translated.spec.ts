import { accountScreens, visitorScreens } from './screens.ts'
import { aCustomer, expect, failedLoad, inStock, openAlive, type Page, test } from './shop.ts'

// The screens include those of unknown addresses and of tokens that the shop does not know.
test.use({ expectedError: failedLoad(400, 404) })

/** Does to all texts of this document, also to later ones, what the translators of Chrome and Edge do. */
const translate = (page: Page) =>
  page.evaluate(() => {
    const isText = (node: Node): node is Text =>
      node instanceof Text && node.data.trim() !== '' && !node.parentElement?.closest('script, style, option, font')
    function replaceTexts(root: Node) {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const texts = [walker.currentNode]
      while (walker.nextNode()) texts.push(walker.currentNode)
      for (const text of texts.filter(isText)) {
        const [outer, inner] = [document.createElement('font'), document.createElement('font')]
        text.replaceWith(outer)
        outer.append(inner)
        inner.append(`«${text.data}»`)
      }
    }
    new MutationObserver(changes => {
      for (const { addedNodes } of changes) for (const node of addedNodes) if (node.isConnected) replaceTexts(node)
    }).observe(document.body, { childList: true, subtree: true })
    replaceTexts(document.body)
  })

async function openTranslated(page: Page, path: string) {
  await openAlive(page, path)
  await translate(page)
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** Goes to another page of the same document, and waits for its heading or the new text of the present one. */
async function go(page: Page, path: string) {
  await page.evaluate(path => {
    for (const text of document.querySelectorAll('h1 font')) text.toggleAttribute('data-former', true)
    const entry = { usr: null, key: path, idx: (history.state?.idx ?? 0) + 1 }
    history.pushState(entry, '', path)
    dispatchEvent(new PopStateEvent('popstate', { state: entry }))
  }, path)
  await expect(page.locator('h1 font:not([data-former])').first()).toBeVisible()
}

/** Presses every button, chooses every choice and types into every field of a screen and of the dialogs it opens. */
async function useEverything() {
  const LEAVES =
    /continue|buy again|pay|place|log ?out|delete|remove|clear|deactivate|cancel order|login as|reload|save|confirm|download/i
  const MOST = 60
  const done = new Set<string>()
  const rendered = () => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)))
  const labelOf = (element: Element) =>
    `${element.tagName} ${element.ariaLabel ?? element.id} ${element.textContent} ${element.getAttribute('value')}`
  const next = () =>
    [...document.querySelectorAll<HTMLElement>('main :is(button, [type=radio], [type=checkbox]), dialog[open] button')]
      .filter(element => element.checkVisibility() && !element.matches(':disabled'))
      .find(element => !done.has(labelOf(element)) && !LEAVES.test(labelOf(element)))

  for (let element = next(); element && done.size < MOST; element = next()) {
    done.add(labelOf(element))
    element.click()
    await rendered()
  }
  for (const field of document.querySelectorAll<HTMLInputElement>(
    'main input:is([type=text], [type=password], [type=email])',
  )) {
    field.focus()
    document.execCommand('insertText', false, 'kerala#42')
    field.blur()
    await rendered()
  }
  for (const dialog of document.querySelectorAll('dialog[open]'))
    dialog.dispatchEvent(new Event('cancel', { cancelable: true }))
  await rendered()
}

/** Such a page is a document of its own. */
const isPayPage = (path: string) => path.startsWith('/account/pay/')

async function useScreens(page: Page, paths: string[]) {
  for (const path of paths) {
    await test.step(path, async () => {
      if (isPayPage(path)) await page.goto(path)
      else await go(page, path)
      await expect(heading(page)).toBeVisible()
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
      if (isPayPage(path)) await translate(page)
      await page.evaluate(useEverything)
      await expect(page.getByText('Something went wrong')).toHaveCount(0)
    })
  }
}

test('every screen of a visitor can be used while it is translated', async ({ page }) => {
  const product = await inStock(page)
  await openTranslated(page, '/contact')

  await useScreens(page, visitorScreens({ product: product._id, category: product.category.slug }))
})

test('every screen of the checkout and of an account can be used while it is translated', async ({ page }) => {
  const orders = await aCustomer(page)
  const screens = accountScreens(orders)
  await openTranslated(page, '/contact')

  await useScreens(
    page,
    screens.filter(path => !isPayPage(path)),
  )
  await go(page, '/account/shipping')
  await page.getByRole('button', { name: 'CONTINUE' }).click()
  await expect(page.getByRole('button', { name: /Pay \$/ })).toBeVisible()
  await expect(page).toHaveURL('/account/checkout')
  await go(page, '/cart')
  await page.getByRole('button', { name: /^Remove/ }).click()
  await expect(page.getByText('Your cart is empty')).toBeVisible()
  await useScreens(page, screens.filter(isPayPage))
})
