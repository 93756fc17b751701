const REQUIRED = 24;

/** The scripts run on the Node that npm installs as a dependency, not on the Node of the machine. */
export function checkNodeVersion(): void {
  const major = Number(process.versions.node.split('.')[0]);
  if (major >= REQUIRED) return;
  console.error(
    `This needs Node ${REQUIRED}, but ${process.version} runs it. \`npm ci\` brings Node ${REQUIRED} along ` +
      'as an optional dependency: run it without `--omit=optional`, and start with `npm start`.',
  );
  process.exit(1);
}
