console.log(process.argv.slice(2), process.env.NODE_RUN_SCRIPT_NAME, process.env.NODE_RUN_PACKAGE_JSON_PATH.split('/').pop());
