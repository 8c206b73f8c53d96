import { type LookSettings, paths, type ShopSettings, SPEC_TITLES, type TextPageInput } from '@mela/contract'

/** Contact and the Terms share it. */
const CANCELLING =
  'Until it is shipped you can cancel an order yourself, paid or not, on its own page. What you paid for it goes back the way it came.'

type DefaultText = Pick<TextPageInput, 'title' | 'body' | 'seoDescription'>

/** Each sentence of the privacy policy describes the code's behaviour. */
export const DEFAULT_TEXTS: Record<keyof typeof SPEC_TITLES, DefaultText> = {
  about: {
    title: SPEC_TITLES.about,
    seoDescription:
      'A small shop in the spirit of a fair: few things, chosen slowly, described in plain words and packed with care{{shop.inTown}}.',
    body: `A mela is a fair: the square fills up, lamps go on, and everybody brings the best of what they make. {{shop.name}} is a small shop in that spirit. {{shop.tagline}}

## Few things, chosen slowly {#few-things}

We keep the shop small enough to know every product in it. A kurta has to hang well after ten washes, a sole has to be replaceable, a watch has to keep time without anybody thinking about it. What does not pass does not get a page.

## Plain words, plain prices {#plain-words}

A product page says what a thing is made of and how it behaves, also when that is “it creases, as linen does”. The number of units left is the real number. Shipping and tax stand in the cart before you decide, and there are no countdowns.

## Where we are {#where-we-are}

We pack every order at {{shop.address}}. If you are near, come by; if not, write.

[Contact us](/contact)`,
  },
  contact: {
    title: SPEC_TITLES.contact,
    seoDescription: 'Write or call about a size, an order or a return: a person{{shop.inTown}} answers.',
    body: `Questions about a size, an order or a return? Write or call, and a person{{shop.inTown}} answers.

{{contact}}

## About an order {#about-an-order}

Please tell us the number of the order: you find it in your profile, under Orders. ${CANCELLING} Write to us before you send anything back.

## Something is wrong with the shop {#something-is-wrong}

If a page fails or a payment looks odd, say what you did and what you saw. An order takes one payment; should a second one ever have been made, it goes back by itself. Tell us if it does not.`,
  },
  'privacy-policy': {
    title: SPEC_TITLES['privacy-policy'],
    seoDescription:
      'What {{shop.name}} keeps of you, what stays in your browser, who else sees it, and how to have it corrected or deleted.',
    body: `## What we keep {#what-we-keep}

You can look around {{shop.name}} without telling us who you are. When you register we keep your name, your email address and your password, the last only as a salted hash that nobody can turn back. When you add a delivery address or a picture of you, we keep that too, until you delete it. For each device that is signed in we keep what its browser says of itself and when it was last used, until it signs out. To keep misuse away we count orders, failed logins, wrong codes and emails by hashes of network and email addresses, for two days at the most, and orders by bank transfer until they are paid, sent or cancelled.

When you order, we keep what you bought, what it cost, where it went and how it was paid. An order keeps its own copy of the address, so changing your address book does not change an old order. If you give a company, a tax number or another address for the bill, we keep them with the order and print them on its invoice. To order as a guest you need no account: we keep your name and your email address with that order alone. Should you open an account with the same address and confirm it, the order becomes part of it. A discount keeps which customers it is for, unless it is for all, and which orders have used it, with which code and by whom, so that it works as often as it should. When you buy a gift card, we keep the email address and the message of the person it is for with that order, and of every card what it has paid and what is left on it. Its code is in its email alone. A card that we send you ourselves keeps your address and the message until it is spent, and for {{legal.retentionYears}} years in all.

## Cookies and your browser {#cookies}

We set three cookies, and only when you sign in: one says who is signed in and cannot be read by scripts, the other only says that someone is. Both end by themselves when you stay away. By the third, which no script can read either, your account knows this browser again for a year, so that strangers who guess at your password cannot keep you out. A fourth, for seven days, lets browsers in that have given the visitors' password while the shop is closed. When you order as a guest, the first of them opens that order, for a day. There are no advertising or tracking cookies, so there is no banner to click away.

We count how many visits of a day, and from which sites, come as far as a product, the cart, the checkout and an order: as sums alone, without cookies, addresses or anything else of you, and not at all when your browser asks not to be tracked.

Your cart, the products you looked at last, what you type at the checkout, until you have paid, and the name shown in the header are kept in your browser’s own storage. They stay on your device; clearing the site’s data removes them. While you are logged in, your cart with its note and gift text, and for whom a gift card in it is, is kept with your account as well, so that you find it on your other devices. A cart that you share by a link is kept for thirty days, without your name. If the shop reminds of what was left in a cart or was not paid, you get one email, and can turn these off in your account or by the link in it.

## Payments {#payments}

You pay with PayPal. Your card number never reaches us. PayPal gets from us the number of the order, its products with names, quantities and prices, the sums of shipping, tax and all of it, and the name and address that it is delivered to; not your phone number, and not your email address. The page on which you pay loads PayPal’s buttons from PayPal, which sees your browser then and may set cookies of its own.

From PayPal we receive its numbers for the payment and its refunds, their sums and states, and the email address that you paid with. If you agree there before you order, it also tells us the name, the address for the delivery and the phone number that you gave it. Should you contest a payment there, PayPal also gets what we answer: what happened, the carrier and the tracking number of the parcel, and files such as a receipt. We keep that for as long as the order keeps your name. What PayPal does with all this, its own privacy statement says.

If you pay by card instead, you do so on a page of Stripe, which gets the same of the order, and your email address. From Stripe we receive its numbers, sums and states, your email address as you typed it there, the country of the card or of the address that you gave there, how many tries a bank has refused, a name of the card that tells it from others but not its number, and how likely Stripe thinks fraud is. We count refused tries by order, account, network address and card for a day at the most, as checksums, so that nobody can try stolen cards here. Should you contest a payment, Stripe gets our answer as PayPal does. What Stripe does with all this, its own privacy statement says.

When an order seems wrong, as after many refused tries or with a card of another country, we note why until a member of our staff has looked at it, which happens before it is sent.

If you pay by bank transfer or on delivery, no provider learns of it. With a transfer our bank tells us your name, your account and what you wrote. We note for your order what arrived and when, and words of a note about it go when the order loses your name.

## Who else sees it {#sharing}

The carrier gets the name, address and phone number that a parcel needs, and our emails pass through a mail server. Nobody else gets anything: we sell nothing and swap nothing. A review shows your name and picture beside it, to everybody.

## How long we keep it {#how-long}

As long as you have an account, so that you can look up what you bought. When you delete it, your name, email address, picture and address book are erased, reviews stay under the name “Deleted user”, and orders without payment or invoice lose name, phone number, house, street and pin code at once.

What we know of a guest goes 30 days after such an order; with any other it stays as long as the order keeps its name.

All other orders keep them, and the email address of the payment, until {{legal.retentionYears}} years after they were placed: for so long tax law wants their records. Then they lose them by themselves, and what was bought, the sums, the payment’s number, the city and the state are left.

When your email address is changed or your account is deleted without the password, as by a stranger at your device, we keep what was there for {{legal.undoDays}} days, and a link in an email to you takes it back. With the password it happens at once. Backups of the shop’s data hold what was erased until they are deleted themselves.

## Your rights {#your-rights}

You may see, correct and take away what we hold about you, and delete your account: all of it in [your profile](/account/profile). Without an account you find what we hold of you on the page of your order, which our emails lead to; to have it deleted earlier than by itself, write to us. Where something is unclear, write to {{shop.email}} and a person answers.`,
  },
  'terms-of-service': {
    title: SPEC_TITLES['terms-of-service'],
    seoDescription:
      'How buying from {{shop.name}} works: ordering, prices, tax and shipping, delivery, returns and refunds, reviews.',
    body: `## Ordering {#ordering}

These terms hold between you and {{shop.name}} whenever you buy from us. What stands on a product page is an invitation; the contract is made when you place an order and we confirm it. We confirm only what is in stock, and the stock is kept for you from that moment.

An order that is not paid within {{orders.unpaidTime}} is cancelled by itself, and its products are for sale again. ${CANCELLING}

## Prices, tax and shipping {#prices}

{{orders.prices}} The cart shows all of it before you order. If a price changes while something is in your cart, you see the new one before you pay.

## Delivery {#delivery}

We ship{{shop.fromTown}} to addresses in {{delivery.countries}}. Please give a phone number that the carrier can reach: it is used for the delivery and for nothing else.

## Returns and refunds {#returns}

If a product is faulty, or is not what its page says, write to us and we replace it or give the money back. A refund goes the way the payment came. {{orders.returns}}

## Reviews {#reviews}

A review is your own opinion of a product. Please keep to the product. We remove what is unlawful or meant to hurt, and never a review for being critical.

---

**Privacy Policy**

{{privacy}}`,
  },
}

/** The About page of the demo describes the demo's shop. */
export const NEUTRAL_ABOUT: DefaultText = {
  title: SPEC_TITLES.about,
  seoDescription: 'Who {{shop.name}} is, and how to reach us.',
  body: `{{shop.name}} is a small shop. {{shop.tagline}}

## Plain words, plain prices {#plain-words}

A product page says what a thing is and what it costs. The number of units left is the real number. Shipping and tax stand in the cart before you decide, and there are no countdowns.

[Contact us](/contact)`,
}

type NeutralSettings = {
  shop: Partial<ShopSettings>
  look: Partial<LookSettings>
}

/** A shop that leaves the demo is closed and bears none of its name, town and banner. */
export const NEUTRAL_SETTINGS: NeutralSettings = {
  shop: {
    name: 'My shop',
    tagline: 'A new online shop.',
    description: 'A new online shop.',
    email: 'hello@my-shop.example',
    phone: null,
    address: ['Street and number', 'Postal code and town'],
    town: null,
    timeZone: 'UTC',
    isOpen: false,
  },
  look: {
    accent: '#334155',
    heroEyebrow: null,
    heroTitle: 'Welcome.',
    heroText: 'All that we sell, described in plain words.',
    heroAction: 'Start shopping',
    heroLink: paths.searchBase,
  },
}
