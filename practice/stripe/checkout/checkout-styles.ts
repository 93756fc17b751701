/** What the checkout adds to the styles all practice pages share: one column, two where there is room. */
export const checkoutStyles = `
.field { margin: 0 0 1rem; }
label { display: block; font-weight: 600; margin: 0 0 .25rem; }
input { width: 100%; font: inherit; min-height: 2.75rem; padding: .5rem .75rem; color: inherit;
  background: #fff; border: 1px solid #767d8c; border-radius: .5rem; }
input[readonly] { background: var(--ground); }
input[aria-invalid] { border: 2px solid var(--bad); }
.error { color: var(--bad); font-weight: 600; margin: .25rem 0 0; }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); column-gap: 1rem; }
form button { width: 100%; }
.lines { list-style: none; margin: 0; padding: 0; }
.lines li, .total { display: flex; justify-content: space-between; gap: 1rem; padding: .375rem 0; }
.total { border-top: 1px solid var(--line); font-weight: 700; margin: .5rem 0 0; }
.card > h2:first-child { margin-top: 0; }
.test-cards { margin: 0; }
.test-cards div { padding: .25rem 0; }
.test-cards dd { margin: 0; color: var(--quiet); }
.choices { display: grid; gap: .75rem; }
.amount { white-space: nowrap; }
.columns > * { margin: 0 0 1rem; }
@media (min-width: 48rem) {
  .columns { display: grid; grid-template: auto 1fr / 1fr 1fr; column-gap: 1rem; align-items: start; }
  .columns > form { grid-area: 1 / 1 / span 2; }
}
`;
