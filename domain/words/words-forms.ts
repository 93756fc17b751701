import { WEEKDAYS, weekdayName } from '#domain/calendar/days.ts';

/** What the owner types for a piece of the cafe's words. No zod: the screens use it too. */
export interface WordsForm {
  title: string;
  /** The page on which visitors see it. */
  page: '/' | '/about-us' | '/ask' | '/terms' | '/privacy';
  note?: string;
  fields: WordsField[];
  rows?: RowsForm;
  /** The names in braces that its texts may use, and what the page shows in their place. */
  placeholders?: Record<string, string>;
}

export interface WordsField {
  name: string;
  label: string;
  kind:
    | 'line'
    | 'text'
    | 'paragraphs'
    | 'policy'
    | 'tel'
    | 'email'
    | 'url'
    | 'time'
    | 'year'
    | 'cake'
    | 'choice'
    | 'photos';
  /** Characters, or photos. */
  most: number;
  isOptional?: boolean;
  /** Photos: how many at least, and how each is shown, by its place in the list. */
  least?: number;
  places?: string[];
  /** Of a choice: what is stored, and its words. */
  choices?: { value: string; title: string }[];
  note?: string;
}

/** The same fields several times. A row without words is left out. */
export interface RowsForm {
  /** What a row is, for its title: `Person 2`. */
  title: string;
  /** There are exactly these rows. */
  titles?: string[];
  most: number;
  fields: WordsField[];
}

/** As typed: empty where nothing was. */
export interface TypedWords {
  fields: Record<string, string>;
  rows: Record<string, string>[];
}

const title = (most: number): WordsField => ({ name: 'title', label: 'Title', kind: 'line', most });
const text = (most: number): WordsField => ({ name: 'text', label: 'Text', kind: 'text', most });

const POLICY_NOTE =
  'A line that starts with # and a space is a title. A blank line starts a new paragraph. Words between ** and ** are bold.';

export const wordsForms = formsByKey({
  name: {
    title: 'Name and tagline',
    page: '/',
    fields: [
      { name: 'name', label: 'Name of the cafe', kind: 'line', most: 40 },
      { name: 'tagline', label: 'Tagline', kind: 'line', most: 160 },
    ],
  },
  contact: {
    title: 'Address and contact',
    page: '/',
    fields: [
      { name: 'phone', label: 'Phone', kind: 'tel', most: 24 },
      {
        name: 'whatsapp',
        label: 'WhatsApp, for messages',
        kind: 'tel',
        most: 24,
        isOptional: true,
      },
      { name: 'email', label: 'E-mail', kind: 'email', most: 254 },
      { name: 'street', label: 'Street and number', kind: 'line', most: 80 },
      { name: 'town', label: 'Town', kind: 'line', most: 60 },
      { name: 'postcode', label: 'Postcode', kind: 'line', most: 12 },
      {
        name: 'map',
        label: 'Map',
        kind: 'photos',
        most: 1,
        least: 0,
        places: [
          'Beside the collection day of each cake. Choose none, or one that shows this address',
        ],
      },
      { name: 'instagram', label: 'Instagram', kind: 'url', most: 200, isOptional: true },
      { name: 'facebook', label: 'Facebook', kind: 'url', most: 200, isOptional: true },
      {
        name: 'vatNumber',
        label: 'VAT number',
        kind: 'line',
        most: 20,
        isOptional: true,
        note: 'Only if you are registered. Money then shows the VAT of each payment, and each cake and option asks for its rate.',
      },
    ],
  },
  hours: {
    title: 'Opening hours',
    page: '/',
    note: 'Leave both times of a day empty if you are closed. Nobody can collect a cake then.',
    fields: [],
    rows: {
      title: 'Day',
      titles: WEEKDAYS.map(weekdayName),
      most: 7,
      fields: [
        { name: 'opens', label: 'Opens', kind: 'time', most: 5, isOptional: true },
        { name: 'closes', label: 'Closes', kind: 'time', most: 5, isOptional: true },
      ],
    },
  },
  allergenNote: {
    title: 'Allergen note',
    page: '/',
    note: 'Shown with the allergens of each cake, before customers pay, and in their e-mails.',
    fields: [text(600)],
  },
  piping: {
    title: 'Messages on cakes',
    page: '/',
    note: 'Every customer can have letters, numbers and punctuation. One who types something else is told what you pipe, and asked to ring you.',
    fields: [
      {
        name: 'symbols',
        label: 'Symbols that you pipe',
        kind: 'line',
        most: 60,
        isOptional: true,
        note: 'Such as ♥ ★. A red heart or a yellow star of a phone counts as one of these.',
      },
    ],
  },
  payment: {
    title: 'How customers pay',
    page: '/',
    note: 'Customers read it before they pay. It changes nothing about the card page, which shows what is turned on at Stripe, under Settings and Payment methods. Name no more than that.',
    fields: [{ name: 'ways', label: 'Ways to pay', kind: 'line', most: 80 }],
  },
  homePicture: {
    title: 'Picture of the home page',
    page: '/',
    note: 'The large picture at the top. Under Photos you choose what must stay in view when it is cut.',
    fields: [
      {
        name: 'photos',
        label: 'Pictures',
        kind: 'photos',
        most: 2,
        places: ['On wide screens, and on phones unless there is a second', 'On phones'],
      },
    ],
  },
  gallery: {
    title: 'Gallery',
    page: '/',
    note: 'On the home page and About us. A picture leads to the cake that it belongs to.',
    fields: [
      {
        name: 'photos',
        label: 'Pictures',
        kind: 'photos',
        least: 6,
        most: 6,
        places: ['Tall', 'Wide', 'Wide', 'Tall', 'Tall', 'Wide'],
      },
    ],
  },
  welcome: {
    title: 'Welcome',
    page: '/',
    note: 'On the home page, and what search engines show of About us.',
    fields: [title(80), text(600)],
  },
  story: {
    title: 'Your story',
    page: '/about-us',
    fields: [
      { name: 'heading', label: 'Title', kind: 'line', most: 80 },
      {
        name: 'paragraphs',
        label: 'Text',
        kind: 'paragraphs',
        most: 5_000,
        note: 'A blank line starts a new paragraph.',
      },
    ],
  },
  team: {
    title: 'Who bakes',
    page: '/about-us',
    fields: [],
    rows: {
      title: 'Person',
      most: 12,
      fields: [
        { name: 'name', label: 'Name', kind: 'line', most: 60 },
        { name: 'role', label: 'What they do', kind: 'line', most: 60 },
        { name: 'line', label: 'A sentence about them', kind: 'text', most: 250 },
      ],
    },
  },
  timeline: {
    title: 'How you got here',
    page: '/about-us',
    note: 'Sorted by year.',
    fields: [],
    rows: {
      title: 'Event',
      most: 20,
      fields: [{ name: 'year', label: 'Year', kind: 'year', most: 4 }, title(60), text(250)],
    },
  },
  testimonials: {
    title: 'What people say',
    page: '/',
    fields: [],
    rows: {
      title: 'Testimonial',
      most: 24,
      fields: [
        text(400),
        { name: 'name', label: 'Who says it', kind: 'line', most: 60 },
        {
          name: 'cake',
          label: 'About which cake',
          kind: 'cake',
          most: 200,
          isOptional: true,
          note: 'It is shown on the page of this cake too.',
        },
      ],
    },
  },
  importantInformation: {
    title: 'Important information',
    page: '/',
    note: 'On the home page, after the allergen note.',
    fields: [],
    rows: { title: 'Note', most: 5, fields: [title(60), text(400)] },
  },
  collection: {
    title: 'Collecting an order',
    page: '/',
    note: 'What customers read after they have paid and in their e-mails, and what they are told when their cake is ready.',
    fields: [
      { name: 'howToFind', label: 'How to find you', kind: 'text', most: 600 },
      { name: 'whatToBring', label: 'What to bring', kind: 'text', most: 600 },
      {
        name: 'ready',
        label: 'Tell customers that their cake is ready',
        kind: 'choice',
        most: 4,
        isOptional: true,
        choices: [
          { value: '', title: 'No' },
          { value: 'tap', title: 'When you tap “Tell the customer” on its card' },
          { value: 'tick', title: 'By itself, when it is ticked Ready' },
        ],
        note: 'By e-mail, once, on its day: not before you open, and not after you close.',
      },
      {
        name: 'reviews',
        label: 'Where you collect reviews',
        kind: 'url',
        most: 500,
        isOptional: true,
        note: 'Copy the address of that page, such as your own at Google Maps. On the morning after they have collected, customers get an e-mail with it. Each is asked once, and nobody who got money back. Without an address nobody is asked.',
      },
    ],
  },
  asking: {
    title: 'Requests',
    page: '/ask',
    note: 'What customers read who ask for what is not in the list: before they send it, after, and in our e-mail.',
    fields: [
      { name: 'introduction', label: 'First sentence', kind: 'text', most: 300 },
      {
        name: 'promise',
        label: 'When you answer',
        kind: 'text',
        most: 160,
        note: 'Such as: We answer within one working day.',
      },
    ],
  },
  terms: {
    title: 'Terms',
    page: '/terms',
    fields: [
      { name: 'introduction', label: 'First sentence', kind: 'text', most: 300 },
      { name: 'text', label: 'Text', kind: 'policy', most: 10_000, note: POLICY_NOTE },
    ],
    placeholders: {
      name: 'the cafe’s name',
      address: 'the address',
      map: 'the address, with the way to it',
      phone: 'the phone number',
      email: 'the e-mail address',
      hours: 'the opening hours',
      notice: 'how much notice you need',
      'allergen note': 'the allergen note',
      privacy: 'a link to the page Privacy',
    },
  },
  privacy: {
    title: 'Privacy',
    page: '/privacy',
    note: 'What the shop keeps of customers, why and for how long follows from its settings and is always on the page. Here you change the first sentence and add what only you can know, such as a camera over the counter.',
    fields: [
      { name: 'introduction', label: 'First sentence', kind: 'text', most: 300 },
      {
        name: 'text',
        label: 'Your own parts',
        kind: 'policy',
        most: 10_000,
        isOptional: true,
        note: POLICY_NOTE,
      },
    ],
    placeholders: {
      name: 'the cafe’s name',
      address: 'the address',
      phone: 'the phone number',
      email: 'the e-mail address',
      retention: 'for how many days you keep what customers tell you',
    },
  },
});

/** Keeps the keys in the type. */
function formsByKey<Key extends string>(forms: Record<Key, WordsForm>) {
  return forms;
}

/** Of a category of cakes, which is edited as the words are. */
export const categoryForm: Pick<WordsForm, 'fields'> = {
  fields: [
    title(60),
    { name: 'desc', label: 'One line about it', kind: 'text', most: 160 },
    { name: 'photos', label: 'Picture', kind: 'photos', most: 1, places: [] },
  ],
};
