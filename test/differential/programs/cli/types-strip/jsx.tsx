const a = <div />;
