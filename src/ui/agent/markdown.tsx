/** A model's text as React nodes. Its HTML is never put into the page: markup that the model wrote is shown as the text it is. */
import { lexer, type Token, type Tokens } from 'marked';
import { memo, type ReactNode } from 'react';
import css from './agent.module.css';

/** Re-parses only what changed: each block renders again only when its source does. */
export const Markdown = memo(function Markdown({ text }: { text: string }) {
  return <div className={css.markdown}>{lexer(text).map((token, at) => <Block key={`${at}:${token.raw.length}`} token={token} />)}</div>;
});

const Block = memo(function Block({ token }: { token: Token }): ReactNode {
  switch (token.type) {
    case 'space': return null;
    case 'heading': return <p className={css.heading}>{inline((token as Tokens.Heading).tokens)}</p>;
    case 'code': return <pre tabIndex={0} aria-label="Code"><code>{(token as Tokens.Code).text}</code></pre>;
    case 'blockquote': return <blockquote>{blocks((token as Tokens.Blockquote).tokens)}</blockquote>;
    case 'list': return <List token={token as Tokens.List} />;
    case 'table': return <Table token={token as Tokens.Table} />;
    case 'hr': return <hr />;
    case 'paragraph': return <p>{inline((token as Tokens.Paragraph).tokens)}</p>;
    case 'text': return <>{inlineOrText(token as Tokens.Text)}</>;
    default: return <p>{token.raw}</p>;
  }
}, (before, after) => before.token.raw === after.token.raw);

function List({ token }: { token: Tokens.List }) {
  const items = token.items.map((item, at) => <li key={at}>{item.task && (item.checked ? '☑ ' : '☐ ')}{blocks(item.tokens)}</li>);
  return token.ordered ? <ol start={token.start === '' ? undefined : token.start}>{items}</ol> : <ul>{items}</ul>;
}

function Table({ token }: { token: Tokens.Table }) {
  return (
    <div className={css.tableWrap} tabIndex={0} role="group" aria-label="Table">
      <table>
        <thead><tr>{token.header.map((cell, at) => <th key={at}>{inline(cell.tokens)}</th>)}</tr></thead>
        <tbody>{token.rows.map((row, at) => <tr key={at}>{row.map((cell, column) => <td key={column}>{inline(cell.tokens)}</td>)}</tr>)}</tbody>
      </table>
    </div>
  );
}

function blocks(tokens: readonly Token[]): ReactNode {
  return tokens.map((token, at) => <Block key={at} token={token} />);
}

function inline(tokens: readonly Token[] | undefined): ReactNode {
  return (tokens ?? []).map((token, at) => <Inline key={at} token={token} />);
}

function inlineOrText(token: Tokens.Text): ReactNode {
  return token.tokens ? inline(token.tokens) : decode(token.text);
}

function Inline({ token }: { token: Token }): ReactNode {
  switch (token.type) {
    case 'strong': return <strong>{inline((token as Tokens.Strong).tokens)}</strong>;
    case 'em': return <em>{inline((token as Tokens.Em).tokens)}</em>;
    case 'del': return <del>{inline((token as Tokens.Del).tokens)}</del>;
    case 'codespan': return <code>{decode((token as Tokens.Codespan).text)}</code>;
    case 'br': return <br />;
    case 'link': return <Link token={token as Tokens.Link} />;
    // A picture's address tells its server that it was seen, and could carry data out: it becomes a link that a person chooses to follow.
    case 'image': return <Link token={{ ...(token as Tokens.Image), tokens: [] } as unknown as Tokens.Link} />;
    case 'escape':
    case 'text': return <>{inlineOrText(token as Tokens.Text)}</>;
    default: return <>{token.raw}</>;
  }
}

function Link({ token }: { token: Tokens.Link }) {
  const text = token.tokens.length > 0 ? inline(token.tokens) : token.text || token.href;
  if (!/^(https?|mailto):/i.test(token.href)) return <>{text}</>;
  return <a href={token.href} target="_blank" rel="noopener noreferrer" title={token.href}>{text}</a>;
}

/** marked leaves entities in text as they were written. */
function decode(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39);/g, (_all, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" })[name] ?? '');
}
