import {
  type ComponentProps,
  type FormEvent,
  type ReactNode,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { href, Link, useLocation, useNavigate } from 'react-router';
import { prefetchToken } from '#app/buy/bot-check/bot-check.ts';
import { newUrlToken } from '#app/buy/checkout/kept-links.ts';
import { pageMeta } from '#app/seo/page-meta.ts';
import { shopContext } from '#app/shop-context.ts';
import { Button } from '#app/ui/button.tsx';
import { stored } from '#app/ui/stored.ts';
import { NeedsScripts, PhoneLink, WithScripts } from '#app/ui/text.tsx';
import { isDay } from '#domain/calendar/days.ts';
import { isString } from '#domain/guard.ts';
import { MOST_PHOTOS } from '#domain/requests/request.ts';
import {
  firstRequestDay,
  IDEAS_MAX,
  lastRequestDay,
  REQUEST_FIELDS,
  type RequestField,
  readRequestForm,
} from '#domain/requests/request-form.ts';
import { currentWords } from '#server/content/texts.ts';
import { todayAt } from '#server/shop.ts';
import type { Route } from './+types/ask';
import styles from './ask.module.css';
import { type FormProblems, sendRequest } from './send.ts';
import '#app/ui/letter.css';

/** The same for all visitors: the page is cached. */
export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const { asking } = await currentWords(shop);
  return { ...asking, today: todayAt(shop) };
}

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  return pageMeta(matches[0].loaderData, {
    path: href('/ask'),
    title: 'Ask for a cake',
    description: loaderData.introduction,
  });
}

export default function Ask({ loaderData }: Route.ComponentProps) {
  const { introduction, promise } = loaderData;
  return (
    <div className="letter">
      <header className="stack">
        <h1>Ask us for a cake</h1>
        <p>{introduction}</p>
        <p>
          <strong>{promise}</strong> If you would rather talk: <PhoneLink />.
        </p>
      </header>
      <NeedsScripts />
      <WithScripts>
        <RequestForm {...loaderData} />
      </WithScripts>
    </div>
  );
}

type FieldName = RequestField | 'photos';

const FIELDS: readonly FieldName[] = [...REQUEST_FIELDS, 'photos'];

/**
 * The texts as a form sends them, in this tab until they are sent. Photos have to be chosen again.
 * @param search of the page's address: a form for another cake has texts of its own.
 */
function keptTexts(search: string) {
  return stored('sessionStorage', `request${search}`, isString);
}

function RequestForm({ today }: Route.ComponentProps['loaderData']) {
  const { search } = useLocation();
  const parameters = new URLSearchParams(search);
  const [problems, setProblems] = useState<FormProblems>({});
  const [isSending, setSending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  /** The same when it is sent again after a lost answer. */
  const attempt = useRef({ id: '', linkToken: '', content: '' });
  const navigate = useNavigate();
  const wanted = parameters.get('day');

  useLayoutEffect(() => restoreTexts(form.current, keptTexts(search).read()), [search]);

  function show(found: FormProblems) {
    setProblems(found);
    const first = FIELDS.find((field) => found[field]);
    const input = first && form.current?.elements.namedItem(first);
    if (input instanceof HTMLElement) input.focus();
  }

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSending) return;
    const typed = new FormData(event.currentTarget);
    const text = (field: FieldName) => String(typed.get(field) ?? '');
    const read = readRequestForm(text, today);
    const files = typed.getAll('photos').filter((file) => file instanceof File && file.size > 0);
    const found: FormProblems = {
      ...(!read.ok && read.problems),
      ...(files.length > MOST_PHOTOS && { photos: TOO_MANY_PHOTOS }),
    };
    if (Object.keys(found).length > 0) return show(found);
    const content = JSON.stringify([...typed].map(([name, value]) => [name, contentOf(value)]));
    if (attempt.current.content !== content) {
      attempt.current = { id: crypto.randomUUID(), linkToken: newUrlToken(), content };
    }
    setProblems({});
    setSending(true);
    const rejected = await sendRequest(attempt.current, typed);
    setSending(false);
    if (rejected) return show(rejected);
    keptTexts(search).clear();
    const { linkToken: token } = attempt.current;
    // Back leads to where the visitor came from, not to a form that has been sent.
    await navigate(href('/ask/:token', { token }), { replace: true });
  }

  function fieldOf(name: FieldName, rest: Omit<FieldProps, 'name' | 'problem'>) {
    return <Field key={name} name={name} problem={problems[name]} {...rest} />;
  }

  return (
    // `method="dialog"`: submitted before hydration, it sends nothing.
    <form
      ref={form}
      method="dialog"
      noValidate
      className={`${styles.form} stack`}
      onFocus={prefetchToken}
      onInput={({ target, currentTarget }) => {
        keptTexts(search).write(textsIn(currentTarget));
        const name = target instanceof Element && target.getAttribute('name');
        if (name) setProblems(({ [name]: _, ...others }) => others);
      }}
      onSubmit={send}
    >
      <fieldset className="box">
        <legend>The cake</legend>
        {fieldOf('occasion', {
          label: 'What is it for?',
          hint: 'A birthday, a wedding, the office',
          autoComplete: 'off',
        })}
        <div className={styles.pair}>
          {fieldOf('people', {
            label: 'For how many people?',
            inputMode: 'numeric',
            autoComplete: 'off',
          })}
          {fieldOf('day', {
            label: 'For which day?',
            type: 'date',
            min: firstRequestDay(today),
            max: lastRequestDay(today),
            defaultValue: isDay(wanted) ? wanted : '',
          })}
        </div>
        {fieldOf('ideas', {
          label: 'What do you have in mind?',
          hint: `Flavour, shape, colours, what it should say, and allergies. Up to ${IDEAS_MAX.toLocaleString('en-GB')} characters.`,
          rows: 6,
          defaultValue: parameters.get('about')?.slice(0, IDEAS_MAX) ?? '',
        })}
        {fieldOf('photos', {
          label: 'Photos, if you have some',
          hint: `Up to ${MOST_PHOTOS}: JPEG, PNG, WebP or AVIF. Only we see them; where they were taken is removed. If you leave this page, choose them again.`,
          type: 'file',
          multiple: true,
          // An iPhone sends HEIC as JPEG where HEIC is not named.
          accept: 'image/jpeg,image/png,image/webp,image/avif',
        })}
        {fieldOf('budget', {
          label: 'Your budget, if you have one',
          hint: 'Such as £60, or £60 to £80',
          autoComplete: 'off',
        })}
      </fieldset>
      <fieldset className="box">
        <legend>You</legend>
        {fieldOf('name', { label: 'Your name', autoComplete: 'name', autoCapitalize: 'words' })}
        <p className="quiet">An email address or a phone number is enough.</p>
        {fieldOf('email', {
          label: 'Email address',
          type: 'email',
          inputMode: 'email',
          autoComplete: 'email',
        })}
        {fieldOf('phone', {
          label: 'Phone number',
          type: 'tel',
          inputMode: 'tel',
          autoComplete: 'tel',
        })}
      </fieldset>
      <p role="alert" className="problem">
        {problems['']}
      </p>
      <Button type="submit" aria-disabled={isSending}>
        {isSending ? 'Sending …' : 'Send it'}
      </Button>
      <p role="status">{isSending && 'We are sending it. Photos may take a while.'}</p>
      <p className="quiet">
        Nothing is ordered or charged. <Link to={href('/privacy')}>What we keep, and how long</Link>
      </p>
    </form>
  );
}

function textsIn(form: HTMLFormElement): string {
  const texts = [...new FormData(form)].flatMap(([name, value]) =>
    isString(value) ? [[name, value]] : [],
  );
  return String(new URLSearchParams(texts));
}

/** What was typed before the page's scripts ran stays. */
function restoreTexts(form: HTMLFormElement | null, texts: string | undefined): void {
  for (const [name, text] of new URLSearchParams(texts)) {
    const field = form?.elements.namedItem(name);
    const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
    if (isText && field.value === field.defaultValue) field.value = text;
  }
}

const TOO_MANY_PHOTOS = `Please choose at most ${MOST_PHOTOS} photos.`;

/** What makes another request of a form. */
function contentOf(value: FormDataEntryValue) {
  return typeof value === 'string' ? value : [value.name, value.size, value.lastModified];
}

interface FieldProps
  extends Pick<
    ComponentProps<'input'>,
    | 'type'
    | 'inputMode'
    | 'autoComplete'
    | 'autoCapitalize'
    | 'min'
    | 'max'
    | 'multiple'
    | 'accept'
    | 'defaultValue'
  > {
  name: FieldName;
  label: string;
  hint?: ReactNode;
  /** Makes it a text of several lines. */
  rows?: number;
  problem: string | undefined;
}

function Field({ name, label, hint, rows, problem, ...input }: FieldProps) {
  const described = [hint && `${name}-hint`, problem && `${name}-problem`].filter(Boolean);
  const shared = {
    id: name,
    name,
    'aria-invalid': problem !== undefined,
    'aria-describedby': described.join(' ') || undefined,
  };
  return (
    <div className={styles.field}>
      <label htmlFor={name}>{label}</label>
      {hint && (
        <p id={`${name}-hint`} className="quiet">
          {hint}
        </p>
      )}
      {rows ? (
        <textarea {...shared} rows={rows} defaultValue={input.defaultValue} />
      ) : (
        <input {...shared} {...input} />
      )}
      <p id={`${name}-problem`} className="problem">
        {problem}
      </p>
    </div>
  );
}
