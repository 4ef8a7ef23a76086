await new Promise(()=>{})
